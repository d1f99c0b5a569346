import { addressKey } from '../access/address-key.ts';
import type { ApiContext } from '../http/api-context.ts';
import type { Limit } from '../http/limits/rate-limit.ts';
import { clientAddress, clientNetwork } from '../http/origins/client-address.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** Limits how many messages one client can have sent to other people's addresses. */
export const networkMailLimit = (c: ApiContext): Limit => ({
  subject: ['mail', clientNetwork(clientAddress(c))],
  times: 1000,
  seconds: HOUR,
});

/**
 * Limits the messages of one kind to one address: those that one client requests, and all of them. The
 * first is lower, so that one client cannot use up what the owner of the address needs.
 */
export function recipientMailLimits(
  c: ApiContext,
  kind: 'confirmation' | 'reset' | 'domain' | 'reauthentication',
  address: string,
): Limit[] {
  const recipient = ['mail-recipient', kind, addressKey(address)];
  const network = clientNetwork(clientAddress(c));
  return [
    { subject: [...recipient, network], times: 5, seconds: HOUR },
    { subject: recipient, times: 20, seconds: HOUR },
  ];
}

/** Limits invitations by organization and recipient, in this order. */
export const organizationInvitationLimits = (organizationId: string, address: string): Limit[] => [
  {
    subject: ['invitation-organization', organizationId],
    times: 200,
    seconds: DAY,
    message: 'This organization has sent too many invitations today. Please try again tomorrow.',
  },
  {
    subject: ['invitation-recipient', addressKey(address)],
    times: 5,
    seconds: DAY,
    message: 'This person has been sent too many invitations today. Please try again tomorrow.',
  },
];

/** Limits invitations by sender, organization and recipient, in this order. */
export const invitationLimits = (
  accountId: string,
  organizationId: string,
  address: string,
): Limit[] => [
  {
    subject: ['invitation-sender', accountId],
    times: 50,
    seconds: HOUR,
    message: 'You have sent too many invitations. Please try again in an hour.',
  },
  ...organizationInvitationLimits(organizationId, address),
];
