import type { Queryable } from '../../../platform/database/database.ts';
import type { VerifiedIdentity } from '../oidc/identity-claims.ts';
import type { ProviderRow } from '../provider-repository.ts';

interface ProviderSession {
  provider: ProviderRow;
  identity: Pick<VerifiedIdentity, 'subject'> & Partial<Pick<VerifiedIdentity, 'sid'>>;
  /** Whether the person authenticated there just now. */
  vouches: boolean;
}

/** Keeps which session at the provider is behind a session: false if it is one of another organization. */
export async function rememberSession(
  tx: Queryable,
  sessionId: string,
  { provider: { organizationId, issuer }, identity: { subject, sid }, vouches }: ProviderSession,
): Promise<boolean> {
  const kept = await tx.query(
    `INSERT INTO sso_sessions (session_id, organization_id, issuer, subject, sid, vouched_at)
     VALUES ($1, $2, $3, $4, $5, CASE WHEN $6 THEN now() ELSE to_timestamp(0) END)
     ON CONFLICT (session_id) DO UPDATE
       SET issuer = excluded.issuer, subject = excluded.subject,
         sid = coalesce(excluded.sid, sso_sessions.sid),
         vouched_at = excluded.vouched_at, idle_gap = '0'
       WHERE sso_sessions.organization_id = excluded.organization_id
     RETURNING session_id`,
    [sessionId, organizationId, issuer, subject, sid ?? null, vouches],
  );
  return kept.length === 1;
}

/** Says that a provider vouches for a session that was opened otherwise, in the browser in which it did. */
export async function confirmSession(
  tx: Queryable,
  sessionId: string,
  provider: ProviderRow,
  identity: Pick<VerifiedIdentity, 'subject'>,
): Promise<void> {
  // A session that the provider of another organization opened stays that one's.
  if (!(await rememberSession(tx, sessionId, { provider, identity, vouches: false }))) return;
  await tx.query(
    `UPDATE sessions SET methods = array_append(array_remove(methods, 'sso'), 'sso') WHERE id = $1`,
    [sessionId],
  );
}
