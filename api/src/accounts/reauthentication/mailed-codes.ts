import { randomInt } from 'node:crypto';

import { USER_CODE_LETTERS } from '@carrel/shared/contract';
import { MAIL_CODE_MINUTES } from '@carrel/shared/contract/sign-in';

import { sha256 } from '../../access/session-tokens.ts';
import type { Queryable } from '../../database/database.ts';

/** 43 bits. */
const LENGTH = 10;

/** Replaces the code of a session that is mailed to an address, and returns the new one, `XXXXX-XXXXX`. */
export async function issueMailedCode(
  tx: Queryable,
  sessionId: string,
  emailId: string,
): Promise<string> {
  const letters = Array.from(
    { length: LENGTH },
    () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)],
  ).join('');
  await tx.query(
    `INSERT INTO reauthentication_codes (session_id, email_id, code_hash, expires_at)
     VALUES ($1, $2, $3, now() + $4 * interval '1 minute')
     ON CONFLICT (session_id, email_id) DO UPDATE
       SET code_hash = excluded.code_hash, expires_at = excluded.expires_at`,
    [sessionId, emailId, hashOf(letters), MAIL_CODE_MINUTES],
  );
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
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
    [sessionId, hashOf(code)],
  );
  if (redeemed === undefined) return undefined;
  await tx.query('DELETE FROM reauthentication_codes WHERE session_id = $1', [sessionId]);
  return redeemed.emailId;
}

/** As it is read from a mail: in any case, with spaces and hyphens. */
const hashOf = (code: string) => sha256(code.toUpperCase().replaceAll(/[\s-]/g, ''));
