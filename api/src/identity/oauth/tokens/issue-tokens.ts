import { createHash } from 'node:crypto';

import { recordAudit } from '../../../platform/access/audit.ts';
import { sha256 } from '../../../platform/access/session-tokens.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { noteUse } from '../clients/client-repository.ts';
import { familyOf, newTokens, type TokenPair } from './token-pair.ts';

export const ACCESS_SECONDS = 3600;
/** A grant ends if it is not used for so long. */
const REFRESH_DAYS = 30;
/** A grant ends so long after it was given, however much it is used. */
const GRANT_DAYS = 365;

/** What a program sends with a code. */
export interface CodeRequest {
  code: string;
  clientId: string;
  redirectUri: string;
  verifier: string;
  /** The address that the token is for; the code's if it is not given. */
  resource: string | undefined;
}

interface GrantRow {
  organizationId: string;
  id: string;
  accountId: string;
  workspaceId: string;
  clientId: string;
  clientName: string;
  redirectUri: string;
  resource: string;
  challenge: string;
  refreshHash: Uint8Array | null;
  isRedeemed: boolean;
  isExpired: boolean;
}

const GRANT = `SELECT g.organization_id AS "organizationId", g.id, g.account_id AS "accountId",
  g.workspace_id AS "workspaceId", g.client_id AS "clientId", c.name AS "clientName",
  g.redirect_uri AS "redirectUri", g.resource, g.code_challenge AS challenge, g.refresh_hash AS "refreshHash",
  g.redeemed_at IS NOT NULL AS "isRedeemed", g.expires_at <= now() AS "isExpired"
  FROM oauth_grants g JOIN oauth_clients c ON c.id = g.client_id
  JOIN organizations o ON o.id = g.organization_id AND o.deleted_at IS NULL`;

/**
 * Redeems a code once. A code with anything wrong, and a code that comes again, end its grant and all that was
 * issued for it. `tx` is the owner's; `ip` is the caller's, for the audit log.
 */
export async function redeemCode(
  tx: Queryable,
  request: CodeRequest,
  ip: string,
): Promise<TokenPair | undefined> {
  const [grant] = await tx.query<GrantRow>(`${GRANT} WHERE g.code_hash = $1 FOR UPDATE OF g`, [
    sha256(request.code),
  ]);
  if (grant === undefined) return undefined;
  const challenge = createHash('sha256').update(request.verifier).digest('base64url');
  const isRight =
    !grant.isRedeemed &&
    !grant.isExpired &&
    grant.clientId === request.clientId &&
    grant.redirectUri === request.redirectUri &&
    grant.challenge === challenge &&
    (request.resource === undefined || isSameResource(grant.resource, request.resource));
  if (!isRight) {
    await endGrant(tx, grant, ip, grant.isRedeemed ? 'code_reused' : 'code_refused');
    return undefined;
  }
  return store(tx, grant, newTokens());
}

/** Replaces a refresh token. One that was replaced already ends its grant: somebody else has it. */
export async function refreshTokens(
  tx: Queryable,
  { refresh, clientId }: { refresh: string; clientId: string },
  ip: string,
): Promise<TokenPair | undefined> {
  const family = familyOf(refresh);
  if (family === undefined) return undefined;
  const [grant] = await tx.query<GrantRow>(`${GRANT} WHERE g.refresh_family = $1 FOR UPDATE OF g`, [
    family,
  ]);
  if (grant === undefined || grant.clientId !== clientId || grant.isExpired) return undefined;
  if (grant.refreshHash === null || !sha256(refresh).equals(grant.refreshHash)) {
    await endGrant(tx, grant, ip, 'token_reused');
    return undefined;
  }
  return store(tx, grant, newTokens(refresh));
}

/** Ends the grant of an access or refresh token, as its program asks. */
export async function revokeToken(
  tx: Queryable,
  { token, clientId }: { token: string; clientId: string },
  ip: string,
): Promise<void> {
  const [grant] = await tx.query<GrantRow>(
    `${GRANT} WHERE (g.access_hash = $1 OR g.refresh_hash = $1) AND g.client_id = $2 FOR UPDATE OF g`,
    [sha256(token), clientId],
  );
  if (grant !== undefined) await endGrant(tx, grant, ip, 'program');
}

export const isSameResource = (one: string, other: string): boolean =>
  one.replace(/\/$/, '').toLowerCase() === other.replace(/\/$/, '').toLowerCase();

async function store(tx: Queryable, grant: GrantRow, tokens: TokenPair): Promise<TokenPair> {
  await tx.query(
    `UPDATE oauth_grants SET redeemed_at = coalesce(redeemed_at, now()), access_hash = $3,
       access_expires_at = least(now() + ${ACCESS_SECONDS} * interval '1 second',
         created_at + ${GRANT_DAYS} * interval '1 day'), refresh_family = $4,
       refresh_hash = $5, expires_at = least(now() + ${REFRESH_DAYS} * interval '1 day',
         created_at + ${GRANT_DAYS} * interval '1 day')
     WHERE organization_id = $1 AND id = $2`,
    [
      grant.organizationId,
      grant.id,
      sha256(tokens.access),
      familyOf(tokens.refresh),
      sha256(tokens.refresh),
    ],
  );
  await noteUse(tx, grant.clientId);
  return tokens;
}

async function endGrant(
  tx: Queryable,
  { organizationId, id, accountId, workspaceId, clientName }: GrantRow,
  ip: string,
  reason: string,
): Promise<void> {
  await tx.query('DELETE FROM oauth_grants WHERE organization_id = $1 AND id = $2', [
    organizationId,
    id,
  ]);
  await recordAudit(tx, {
    action: 'oauth.revoked',
    object: ['workspace', workspaceId],
    organizationId,
    accountId,
    ip,
    details: { clientName, reason },
  });
}
