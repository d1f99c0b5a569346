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
