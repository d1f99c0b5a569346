import { MAIL_CODE_MINUTES } from '@carrel/shared/contract/sign-in';

import { hashOfMailedCode, newMailedCode } from '../../../platform/access/secrets/mailed-code.ts';
import type { Queryable } from '../../../platform/database/database.ts';

/** Replaces the code of a session that is mailed to an address, and returns the new one, `XXXXX-XXXXX`. */
export async function issueMailedCode(
  tx: Queryable,
  sessionId: string,
  emailId: string,
): Promise<string> {
  const code = newMailedCode();
  await tx.query(
    `INSERT INTO reauthentication_codes (session_id, email_id, code_hash, expires_at)
     VALUES ($1, $2, $3, now() + $4 * interval '1 minute')
     ON CONFLICT (session_id, email_id) DO UPDATE
       SET code_hash = excluded.code_hash, expires_at = excluded.expires_at`,
    [sessionId, emailId, hashOfMailedCode(code), MAIL_CODE_MINUTES],
  );
  return code;
}

/** Uses up a code of a session, and all others of it. Returns the address that it was mailed to. */
export async function redeemMailedCode(
  tx: Queryable,
  sessionId: string,
  code: string,
): Promise<string | undefined> {
  const [redeemed] = await tx.query<{ emailId: string }>(
    `DELETE FROM reauthentication_codes
     WHERE session_id = $1 AND code_hash = $2 AND expires_at > now() RETURNING email_id AS "emailId"`,
    [sessionId, hashOfMailedCode(code)],
  );
  if (redeemed === undefined) return undefined;
  await tx.query('DELETE FROM reauthentication_codes WHERE session_id = $1', [sessionId]);
  return redeemed.emailId;
}
