import type { Queryable } from '../../../platform/database/database.ts';
import type { Queue } from '../../../platform/queue.ts';
import type { Mail, Occasion } from '../../../platform/mail/mail.ts';
import { enqueueMail } from '../../../platform/mail/outbox.ts';

/** Owners that get a mail, of an organization that has very many. */
const OWNERS_MAX = 50;

/**
 * Sends a mail to the Owners of an organization, to the address that each confirmed first, if `tx` is committed.
 * `tx` is a transaction of the owner of the tables. The mail's reference is the organization.
 */
export async function notifyOwners(
  tx: Queryable,
  queue: Queue,
  mail: Mail,
  organizationId: string,
  occasion: Occasion,
): Promise<void> {
  const owners = await tx.query<{ address: string }>(
    `SELECT DISTINCT ON (m.account_id) e.address FROM memberships m
     JOIN roles r ON r.organization_id = m.organization_id AND r.id = m.role_id AND r.rank = 0
     JOIN account_emails e ON e.account_id = m.account_id AND e.confirmed_at IS NOT NULL
     WHERE m.organization_id = $1 ORDER BY m.account_id, e.created_at LIMIT ${OWNERS_MAX}`,
    [organizationId],
  );
  for (const { address } of owners) {
    await enqueueMail(tx, queue, mail, { address, reference: organizationId, occasion });
  }
}
