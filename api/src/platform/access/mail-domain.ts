import { domainToASCII } from 'node:url';

import type { Queryable } from '../database/database.ts';
import { addressKey } from './address-key.ts';

/** Returns the domain of an address as DNS has it; empty where there is none. */
export function mailDomain(address: string): string {
  const key = addressKey(address);
  return domainToASCII(key.slice(key.lastIndexOf('@') + 1));
}

/** Returns whether an organization has verified that the domain of an address is its own. */
export async function ownsAddress(
  tx: Queryable,
  organizationId: string,
  address: string,
): Promise<boolean> {
  const found = await tx.query(
    `SELECT FROM organization_domains
     WHERE organization_id = $1 AND domain = $2 AND verified_at IS NOT NULL`,
    [organizationId, mailDomain(address)],
  );
  return found.length > 0;
}

/** Returns whether an organization requires single sign-on of the addresses of this domain. */
export async function requiresProvider(tx: Queryable, address: string): Promise<boolean> {
  const found = await tx.query(
    `SELECT FROM organization_domains d
     JOIN identity_providers p ON p.organization_id = d.organization_id AND p.enforced
     JOIN organizations o ON o.id = d.organization_id AND o.deleted_at IS NULL
     WHERE d.domain = $1 AND d.verified_at IS NOT NULL`,
    [mailDomain(address)],
  );
  return found.length > 0;
}
