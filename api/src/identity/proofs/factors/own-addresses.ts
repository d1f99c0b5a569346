import { mailDomain } from '../../../platform/access/mail-domain.ts';
import type { Queryable } from '../../../platform/database/database.ts';

/** A confirmed address of an account that no organization controls. */
export interface OwnAddress {
  id: string;
  address: string;
}

/**
 * Returns the confirmed addresses of an account whose domain, and whose domains above it, no organization has verified:
 * mail to the others may be read by who runs a provider of single sign-on.
 */
export async function ownAddresses(tx: Queryable, accountId: string): Promise<OwnAddress[]> {
  const confirmed = await tx.query<OwnAddress>(
    `SELECT id, address FROM account_emails
     WHERE account_id = $1 AND confirmed_at IS NOT NULL ORDER BY created_at, id`,
    [accountId],
  );
  const rows = await tx.query<{ domain: string }>(
    'SELECT domain FROM organization_domains WHERE domain = ANY($1) AND verified_at IS NOT NULL',
    [confirmed.flatMap(({ address }) => domainsAbove(address))],
  );
  const verified = new Set(rows.map(({ domain }) => domain));
  return confirmed.filter(({ address }) => !domainsAbove(address).some((it) => verified.has(it)));
}

/** The domain of an address, and each domain that it is below. */
function domainsAbove(address: string): string[] {
  const labels = mailDomain(address).split('.');
  return labels.map((_, at) => labels.slice(at).join('.'));
}
