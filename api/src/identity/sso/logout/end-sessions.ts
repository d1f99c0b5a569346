import { recordAudit } from '../../../platform/access/audit.ts';
import { sha256 } from '../../../platform/access/session-tokens.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { ProviderRow } from '../provider-repository.ts';
import type { Logout } from './logout-token.ts';

/** Seconds for which a logout token is accepted, and remembered. */
export const LOGOUT_TOKEN_SECONDS = 300;
const REMEMBERED_SECONDS = 2 * LOGOUT_TOKEN_SECONDS;

/** Ends the sessions that a provider opened and says have ended. Returns false for a token that was used. */
export async function endSessionsOf(
  tx: Queryable,
  { organizationId, issuer }: ProviderRow,
  { jti, subject, sid }: Logout,
  ip: string,
): Promise<boolean> {
  const fresh = await tx.query(
    `INSERT INTO sso_logout_tokens (organization_id, jti_hash, expires_at)
     VALUES ($1, $2, now() + $3 * interval '1 second') ON CONFLICT DO NOTHING RETURNING jti_hash`,
    [organizationId, sha256(jti), REMEMBERED_SECONDS],
  );
  if (fresh.length === 0) return false;
  const ended = await tx.query<{ id: string; account_id: string }>(
    `DELETE FROM sessions s USING sso_sessions o
     WHERE o.session_id = s.id AND o.organization_id = $1 AND o.issuer = $2
       AND ($3::text IS NULL OR o.subject = $3) AND ($4::text IS NULL OR o.sid = $4)
     RETURNING s.id, s.account_id`,
    [organizationId, issuer, subject ?? null, sid ?? null],
  );
  for (const { id, account_id: accountId } of ended) {
    await recordAudit(tx, {
      action: 'session.closed',
      object: ['session', id],
      accountId,
      ip,
      details: { by: 'sso' },
    });
  }
  return true;
}
