import { CONFIRMATION_HOURS, INVITATION_DAYS, PASSWORD_RESET_HOURS } from '@carrel/shared/contract';
import { RECOVERY_DELAY_HOURS, RECOVERY_LINK_HOURS } from '@carrel/shared/contract/sign-in';

import type { Queryable } from '../../database/database.ts';
import { newSecret, sha256 } from '../session-tokens.ts';

const HOUR = 60 * 60;
/** A mail can be late by two days, and a link that completes a recovery with it. */
const LATE_HOURS = 48;

/** The purposes of links in e-mails, and how many seconds each works. */
export const LINK_SECONDS = {
  'confirm-email': CONFIRMATION_HOURS * HOUR,
  'reset-password': PASSWORD_RESET_HOURS * HOUR,
  'stop-recovery': (RECOVERY_DELAY_HOURS + LATE_HOURS + RECOVERY_LINK_HOURS) * HOUR,
  'complete-recovery': RECOVERY_LINK_HOURS * HOUR,
  invitation: INVITATION_DAYS * 24 * HOUR,
} as const;

export type LinkPurpose = keyof typeof LINK_SECONDS;

/** Returns a new token for a link about `subject`; earlier ones stop working. */
export async function issueLinkToken(
  tx: Queryable,
  purpose: LinkPurpose,
  subject: string,
): Promise<string> {
  const token = newSecret();
  await tx.query(
    `INSERT INTO link_tokens (purpose, subject, hash, expires_at)
     VALUES ($1, $2, $3, now() + $4 * interval '1 second')
     ON CONFLICT (purpose, subject) DO UPDATE
     SET hash = excluded.hash, expires_at = excluded.expires_at, used_at = NULL`,
    [purpose, subject, sha256(token), LINK_SECONDS[purpose]],
  );
  return token;
}

/** Redeems a token and returns its subject. Of concurrent callers exactly one gets it. */
export async function redeemLinkToken(
  tx: Queryable,
  purpose: LinkPurpose,
  token: string,
): Promise<string | undefined> {
  const [redeemed] = await tx.query<{ subject: string }>(
    `UPDATE link_tokens SET used_at = now()
     WHERE hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now()
     RETURNING subject`,
    [sha256(token), purpose],
  );
  return redeemed?.subject;
}

/** Deletes the token of the last link about `subject`. */
export async function revokeLinkToken(
  tx: Queryable,
  purpose: LinkPurpose,
  subject: string,
): Promise<void> {
  await tx.query('DELETE FROM link_tokens WHERE purpose = $1 AND subject = $2', [purpose, subject]);
}

/** Returns the subject of a token that would be accepted now, without redeeming it. */
export async function findLinkSubject(
  database: Queryable,
  purpose: LinkPurpose,
  token: string,
): Promise<string | undefined> {
  const [found] = await database.query<{ subject: string }>(
    `SELECT subject FROM link_tokens
     WHERE hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now()`,
    [sha256(token), purpose],
  );
  return found?.subject;
}
