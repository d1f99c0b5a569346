import { CHALLENGE_SECONDS } from '@carrel/shared/contract/sign-in';

import { newSecret, sha256 } from '../../../platform/access/session-tokens.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { malformed, queueFull } from '../../../platform/http/problems.ts';

/** What a challenge is for. Someone who signs in has no session. */
export type ChallengePurpose =
  | { purpose: 'sign-in' }
  | { purpose: 'registration' | 'reauthentication'; sessionId: string };

/** Challenges of sign-ins at the same time, from everywhere. */
export const CHALLENGES_MAX = 50_000;

const challengeUsed = () =>
  malformed('This request has expired or was used already. Please try again.');

const tooManyWait = () =>
  queueFull('passkeys', 60, 'Too many sign-ins by passkey were started. Please use your password.');

const sessionOf = (purpose: ChallengePurpose) =>
  'sessionId' in purpose ? purpose.sessionId : null;

/**
 * Returns a new challenge. It replaces the one that the session has for the same purpose.
 * @throws {Problem} 503 where too many wait.
 */
export async function issueChallenge(tx: Queryable, purpose: ChallengePurpose): Promise<string> {
  const challenge = newSecret();
  const issued = await tx.query(
    `WITH expired AS (DELETE FROM passkey_challenges
       WHERE session_id IS NULL AND expires_at <= now())
     INSERT INTO passkey_challenges (hash, purpose, session_id, expires_at)
     SELECT $1, $2, $3::uuid, now() + $4 * interval '1 second'
     WHERE $3::uuid IS NOT NULL OR (SELECT count(*) FROM passkey_challenges) < $5
     ON CONFLICT (session_id, purpose) DO UPDATE
       SET hash = excluded.hash, expires_at = excluded.expires_at
     RETURNING purpose`,
    [sha256(challenge), purpose.purpose, sessionOf(purpose), CHALLENGE_SECONDS, CHALLENGES_MAX],
  );
  if (issued.length === 0) throw tooManyWait();
  return challenge;
}

/**
 * Uses a challenge up: of concurrent transactions exactly one gets it.
 * @throws {Problem} 400 for one that is used or expired, or of another purpose or session.
 */
export async function redeemChallenge(
  tx: Queryable,
  challenge: string,
  purpose: ChallengePurpose,
): Promise<void> {
  const redeemed = await tx.query(
    `DELETE FROM passkey_challenges WHERE hash = $1 AND purpose = $2
       AND session_id IS NOT DISTINCT FROM $3::uuid AND expires_at > now() RETURNING purpose`,
    [sha256(challenge), purpose.purpose, sessionOf(purpose)],
  );
  if (redeemed.length === 0) throw challengeUsed();
}

/** Deletes challenges that were not used in time. */
export async function purgeChallenges(database: Queryable): Promise<void> {
  await database.query('DELETE FROM passkey_challenges WHERE expires_at <= now()');
}
