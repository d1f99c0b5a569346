import { addressKey } from '../access/address-key.ts';
import type { ApiContext } from '../http/api-context.ts';
import { byNetwork } from '../http/limits/limit.ts';
import { limitOf } from '../http/limits/limits-table.ts';
import type { Limit } from '../http/limits/rate-limit.ts';

/** Limits messages to other people's addresses. Counts messages: a refused request sends none, and counts none. */
export const networkMailLimit = (c: ApiContext): Limit => limitOf('mail', byNetwork(c));

/** Limits the messages of one kind to one address: those that one client requests, and all of them. */
export function recipientMailLimits(
  c: ApiContext,
  kind: 'confirmation' | 'reset' | 'domain' | 'reauthentication',
  address: string,
): Limit[] {
  const recipient = [kind, addressKey(address)];
  return [
    limitOf('mail-recipient-network', ...recipient, byNetwork(c)),
    limitOf('mail-recipient', ...recipient),
  ];
}

/** Limits invitations by organization and recipient, in this order. */
export const organizationInvitationLimits = (organizationId: string, address: string): Limit[] => [
  limitOf('invitation-organization', organizationId),
  limitOf('invitation-recipient', addressKey(address)),
];

/** Limits invitations by sender, organization and recipient, in this order. */
export const invitationLimits = (
  accountId: string,
  organizationId: string,
  address: string,
): Limit[] => [
  limitOf('invitation-sender', accountId),
  ...organizationInvitationLimits(organizationId, address),
];
