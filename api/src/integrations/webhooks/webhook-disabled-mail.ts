import type { Queryable } from '../../platform/database/database.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { writeMessage } from '../../platform/mail/write-message.ts';

/** People of an organization who are told at most. */
const RECIPIENTS_MAX = 50;

/** Tells Owners and Admins that a webhook was disabled by the server. */
export const webhookDisabledMail: Mail = {
  kind: 'webhook-disabled',
  compose: async (tx, publicUrl, { address, reference }) => {
    const [webhook] = await tx.query<{
      name: string;
      reason: string;
      organization: string;
      organization_id: string;
    }>(
      `SELECT e.name, e.disabled_reason AS reason, o.name AS organization, o.id AS organization_id
       FROM webhook_endpoints e JOIN organizations o ON o.id = e.organization_id AND o.deleted_at IS NULL
       WHERE e.id = $1 AND NOT e.enabled AND e.disabled_reason IN ('gone', 'failing')`,
      [reference],
    );
    if (webhook === undefined) return undefined;
    const { name, reason, organization, organization_id: organizationId } = webhook;
    return writeMessage({
      to: address,
      subject: `The webhook ${name} was disabled`,
      before: [
        'Hello,',
        reason === 'gone'
          ? `The receiver of the webhook ${name} of the organization ${organization} said that it is gone (status 410), so the webhook was disabled.`
          : `All deliveries to the webhook ${name} of the organization ${organization} have failed for 24 hours, so the webhook was disabled.`,
      ],
      link: {
        label: 'View webhooks',
        url: `${publicUrl}/organizations/${organizationId}/settings?view=webhooks`,
      },
      after: [
        'Once the receiver works again, enable the webhook. What waits is sent then, and what was given up can be sent again from its log.',
        'You receive this because you are an Owner or Admin of the organization.',
      ],
    });
  },
};

/** Returns an address of each Owner and Admin of an organization: the one that was confirmed first. */
export async function addressesOfAdmins(tx: Queryable, organizationId: string): Promise<string[]> {
  const rows = await tx.query<{ address: string }>(
    `SELECT DISTINCT ON (m.account_id) e.address FROM memberships m
     JOIN roles r ON r.organization_id = m.organization_id AND r.id = m.role_id
     JOIN account_emails e ON e.account_id = m.account_id AND e.confirmed_at IS NOT NULL
     WHERE m.organization_id = $1 AND r.name IN ('Owner', 'Admin')
     ORDER BY m.account_id, e.created_at LIMIT ${RECIPIENTS_MAX}`,
    [organizationId],
  );
  return rows.map(({ address }) => address);
}
