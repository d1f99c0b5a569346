import { randomInt } from 'node:crypto';

import { USER_CODE_LETTERS } from '@carrel/shared/contract';
import { DOMAIN_CODE_HOURS } from '@carrel/shared/contract/sign-in';

import { sha256 } from '../access/session-tokens.ts';
import type { Queryable } from '../database/database.ts';

const LENGTH = 10;

/** Replaces the code of a domain, and returns the new one, `XXXXX-XXXXX`. */
export async function issueDomainCode(
  tx: Queryable,
  organizationId: string,
  domainId: string,
): Promise<string> {
  const letters = Array.from(
    { length: LENGTH },
    () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)],
  ).join('');
  await tx.query(
    `INSERT INTO domain_codes (organization_id, domain_id, code_hash, expires_at)
     VALUES ($1, $2, $3, now() + $4 * interval '1 hour')
     ON CONFLICT (organization_id, domain_id) DO UPDATE
       SET code_hash = excluded.code_hash, expires_at = excluded.expires_at`,
    [organizationId, domainId, hashOf(letters), DOMAIN_CODE_HOURS],
  );
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** Uses up the code of a domain, and returns whether it was this one. */
export async function redeemDomainCode(
  tx: Queryable,
  organizationId: string,
  domainId: string,
  code: string,
): Promise<boolean> {
  const redeemed = await tx.query(
    `DELETE FROM domain_codes
     WHERE organization_id = $1 AND domain_id = $2 AND code_hash = $3 AND expires_at > now()
     RETURNING domain_id`,
    [organizationId, domainId, hashOf(code)],
  );
  return redeemed.length === 1;
}

/** As it is read from a mail: in any case, with spaces and hyphens. */
const hashOf = (code: string) => sha256(code.toUpperCase().replaceAll(/[\s-]/g, ''));
