import { DOMAIN_CODE_HOURS } from '@carrel/shared/contract/sign-in';

import { hashOfMailedCode, newMailedCode } from '../../platform/access/secrets/mailed-code.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** Replaces the code of a domain, and returns the new one, `XXXXX-XXXXX`. */
export async function issueDomainCode(
  tx: Queryable,
  organizationId: string,
  domainId: string,
): Promise<string> {
  const code = newMailedCode();
  await tx.query(
    `INSERT INTO domain_codes (organization_id, domain_id, code_hash, expires_at)
     VALUES ($1, $2, $3, now() + $4 * interval '1 hour')
     ON CONFLICT (organization_id, domain_id) DO UPDATE
       SET code_hash = excluded.code_hash, expires_at = excluded.expires_at`,
    [organizationId, domainId, hashOfMailedCode(code), DOMAIN_CODE_HOURS],
  );
  return code;
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
    [organizationId, domainId, hashOfMailedCode(code)],
  );
  return redeemed.length === 1;
}
