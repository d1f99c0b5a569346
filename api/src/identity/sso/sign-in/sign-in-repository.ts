import { sha256 } from '../../../platform/access/session-tokens.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { SignInSecrets } from '../oidc/oidc-client.ts';

/** Seconds that people may take at a provider. */
export const SIGN_IN_SECONDS = 600;

export interface PendingSignIn {
  organizationId: string;
  /** Of the provider as it was when the sign-in began. */
  revision: string;
  nonce: string;
  codeVerifier: string;
  returnPath: string;
  /** The session in which the account authenticates again; null for a sign-in. */
  sessionId: string | null;
  createdAt: Date;
}

type NewSignIn = Omit<PendingSignIn, 'createdAt' | 'nonce' | 'codeVerifier'> &
  SignInSecrets & { browser: string };

/** Stores a sign-in that begins, without its state and the secret of its browser. */
export async function storeSignIn(database: Database, signIn: NewSignIn): Promise<void> {
  await database.query(
    `INSERT INTO sso_sign_ins (state_hash, organization_id, revision, browser_hash, nonce,
       code_verifier, return_path, session_id, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9 * interval '1 second')`,
    [
      sha256(signIn.state),
      signIn.organizationId,
      signIn.revision,
      sha256(signIn.browser),
      signIn.nonce,
      signIn.codeVerifier,
      signIn.returnPath,
      signIn.sessionId,
      SIGN_IN_SECONDS,
    ],
  );
}

/** Deletes a sign-in and returns it, to one of concurrent callers of the browser in which it began. */
export async function takeSignIn(
  database: Queryable,
  { state, browser, organizationId }: { state: string; browser: string; organizationId: string },
): Promise<PendingSignIn | undefined> {
  const [taken] = await database.query<PendingSignIn>(
    `DELETE FROM sso_sign_ins
     WHERE state_hash = $1 AND browser_hash = $2 AND organization_id = $3 AND expires_at > now()
     RETURNING organization_id AS "organizationId", revision, nonce,
       code_verifier AS "codeVerifier", return_path AS "returnPath", session_id AS "sessionId",
       created_at AS "createdAt"`,
    [sha256(state), sha256(browser), organizationId],
  );
  return taken;
}
