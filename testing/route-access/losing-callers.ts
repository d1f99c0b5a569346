import { randomBytes, randomUUID } from 'node:crypto';

import { ROLE_NAMES, type RoleName } from '@carrel/shared/contract';

import { newKey, newToken } from '@carrel/api/src/platform/access/keys/key-token.ts';
import { sha256 } from '@carrel/api/src/platform/access/session-tokens.ts';
import type { Database } from '@carrel/api/src/platform/database/database.ts';
import { ACCESS_PREFIX } from '@carrel/api/src/identity/oauth/tokens/token-pair.ts';
import type { SeededIds } from './access-row.ts';
import { authorizationRequest } from './oauth-request.ts';

/** Somebody who may make a call, and how they lose that. */
export interface Caller {
  headers: Record<string, string>;
  /** Each with the status of the call afterwards. */
  losses: Record<string, [status: number, lose: () => Promise<unknown>]>;
}

/** Inserts an account with a session: registering takes the time of a password's hash. */
async function newAccount(database: Database): Promise<{ accountId: string; Cookie: string }> {
  const [accountId, sessionId] = [randomUUID(), randomUUID()];
  const token = `${sessionId}.${randomUUID()}`;
  await database.query(
    "INSERT INTO accounts (id, first_name, last_name) VALUES ($1, 'Ada', 'Byron')",
    [accountId],
  );
  await database.query(
    `INSERT INTO account_emails (account_id, address, address_key, confirmed_at) VALUES ($1, $2, $2, now())`,
    [accountId, `${accountId}@example.com`],
  );
  await database.query(
    `INSERT INTO sessions (id, account_id, family_hash, access_hash, access_expires_at, expires_at)
     VALUES ($1, $2, $3, $4, now() + interval '1 hour', now() + interval '1 hour')`,
    [sessionId, accountId, randomBytes(32), sha256(token)],
  );
  return { accountId, Cookie: `carrel_access=${token}` };
}

async function setRole(
  database: Database,
  ids: SeededIds,
  accountId: string,
  role: RoleName,
): Promise<void> {
  await database.query(
    `INSERT INTO memberships (organization_id, account_id, role_id)
     SELECT $1, $2, id FROM roles WHERE organization_id = $1 AND name = $3
     ON CONFLICT (organization_id, account_id) DO UPDATE SET role_id = excluded.role_id`,
    [ids.organizationId, accountId, role],
  );
}

export async function sessionOf(
  database: Database,
  ids: SeededIds | undefined,
  least: RoleName,
  header: string | undefined,
): Promise<Caller> {
  const { accountId, Cookie } = await newAccount(database);
  if (ids !== undefined) await setRole(database, ids, accountId, least);
  const lower = ROLE_NAMES[ROLE_NAMES.indexOf(least) + 1];
  const account = [accountId];
  return {
    headers: {
      Cookie,
      ...(header !== undefined && { 'X-Organization-Id': header }),
    },
    losses: {
      'the session is revoked': [
        401,
        () => database.query('DELETE FROM sessions WHERE account_id = $1', account),
      ],
      'the session expires': [
        401,
        () =>
          database.query('UPDATE sessions SET expires_at = now() WHERE account_id = $1', account),
      ],
      ...(ids !== undefined && {
        'the member is removed': [
          404,
          () => database.query('DELETE FROM memberships WHERE account_id = $1', account),
        ],
      }),
      ...(ids !== undefined &&
        lower !== undefined && {
          'the member is demoted': [403, () => setRole(database, ids, accountId, lower)],
        }),
    },
  };
}

/** As many as are remembered, so that no use is audited. */
const allNetworks = Array.from({ length: 100 }, () => randomBytes(4).toString('hex'));

const otherThan = (scope: string) => (scope === 'search' ? 'documents:read' : 'search');

export async function keyOf(
  database: Database,
  ids: SeededIds,
  scope: string,
  isOfPlace: boolean,
): Promise<Caller> {
  const [id, secret] = [randomUUID(), newKey()];
  await database.query(
    `INSERT INTO api_keys (organization_id, id, name, token_hash, last_four, scopes, last_used_at, networks,
       dataset_ids, workspace_ids)
     VALUES ($1, $2, 'Nightly', $3, 'wxyz', ARRAY[$4], now(), $5, $6, $7)`,
    [
      ids.organizationId,
      id,
      sha256(secret),
      scope,
      allNetworks,
      isOfPlace ? [ids.datasetId] : null,
      isOfPlace ? [ids.workspaceId] : null,
    ],
  );
  const change = (what: string) => () =>
    database.query(`UPDATE api_keys SET ${what} WHERE id = $1`, [id]);
  return {
    headers: { Authorization: `Bearer ${secret}` },
    losses: {
      'the key is revoked': [401, () => database.query('DELETE FROM api_keys WHERE id = $1', [id])],
      'the key expires': [401, change("expires_at = now() - interval '1 second'")],
      'the key loses its scope': [403, change(`scopes = '{${otherThan(scope)}}'`)],
      ...(isOfPlace && {
        'the key loses its place': [404, change("dataset_ids = '{}', workspace_ids = '{}'")],
      }),
    },
  };
}

export async function grantOf(database: Database, ids: SeededIds): Promise<Caller> {
  const { accountId } = await newAccount(database);
  await setRole(database, ids, accountId, 'Viewer');
  const token = newToken(ACCESS_PREFIX);
  const request = authorizationRequest(ids.workspaceId);
  await database.query(
    `INSERT INTO oauth_grants (organization_id, account_id, workspace_id, client_id, redirect_uri, resource,
       code_challenge, code_hash, redeemed_at, access_hash, access_expires_at, expires_at, last_used_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now(), $9, now() + interval '1 hour', now() + interval '1 day', now())`,
    [
      ids.organizationId,
      accountId,
      ids.workspaceId,
      request.client_id,
      request.redirect_uri,
      request.resource,
      request.code_challenge,
      randomBytes(32),
      sha256(token),
    ],
  );
  const ofAccount = (sql: string) => () => database.query(sql, [accountId]);
  return {
    headers: { Authorization: `Bearer ${token}` },
    losses: {
      'the program is disconnected': [
        401,
        ofAccount('DELETE FROM oauth_grants WHERE account_id = $1'),
      ],
      'the token expires': [
        401,
        ofAccount('UPDATE oauth_grants SET access_expires_at = now() WHERE account_id = $1'),
      ],
      'its person is removed': [401, ofAccount('DELETE FROM memberships WHERE account_id = $1')],
    },
  };
}
