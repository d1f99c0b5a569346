import type { ApiKeyScope } from '@carrel/shared/contract';

import type { Database, Queryable } from '../../database/database.ts';
import { sha256 } from '../session-tokens.ts';

/** Minutes for which a use is not recorded again. */
const USE_MINUTES = 1;
/** Networks of a key that are remembered; further ones are not audited. */
const NETWORKS_MAX = 100;

/** What a key may be used for. */
export interface KeyRights {
  scopes: ApiKeyScope[];
  /** Datasets that the key is limited to, those of its workspaces included; null for all. */
  datasetIds: string[] | null;
  workspaceIds: string[] | null;
  /** As `Reach` says it. */
  unreachable: string;
}

/** A key that can be used now. */
export interface UsableKey extends KeyRights {
  id: string;
  organizationId: string;
  name: string;
  /** Whether the key was used in the last minute, from this network too. */
  isRecorded: boolean;
}

/**
 * Where Owners and Admins take access, a key `k` reaches what names people only if it was made for that: by somebody who
 * could see it.
 */
const UNREACHABLE = `CASE WHEN (SELECT admins_take_access FROM organizations WHERE id = k.organization_id) THEN
    (SELECT coalesce(string_agg(n.id::text, ','), '') FROM (
      SELECT id FROM datasets WHERE organization_id = k.organization_id AND access = 'named'
      UNION ALL SELECT id FROM workspaces WHERE organization_id = k.organization_id AND access = 'named') n
    WHERE n.id <> ALL (coalesce(k.dataset_ids, '{}') || coalesce(k.workspace_ids, '{}')))
  ELSE '' END`;

/** What a key `k` may be used for, as the columns of `KeyRights`. */
const RIGHTS = `k.scopes,
  CASE WHEN k.dataset_ids IS NULL AND k.workspace_ids IS NULL THEN NULL
    ELSE coalesce(k.dataset_ids, '{}') || ARRAY(
      SELECT w.dataset_id FROM workspace_datasets w
      WHERE w.organization_id = k.organization_id AND w.workspace_id = ANY (k.workspace_ids)
    ) END AS "datasetIds",
  CASE WHEN k.dataset_ids IS NULL AND k.workspace_ids IS NULL THEN NULL
    ELSE coalesce(k.workspace_ids, '{}') END AS "workspaceIds",
  ${UNREACHABLE} AS unreachable`;

/** True if a key `k` can be used. */
const IS_USABLE = '(k.expires_at IS NULL OR k.expires_at > now())';

/** Returns the key with a secret, if it can be used. `network` is the caller's. */
export async function findKey(
  database: Database,
  secret: string,
  network: string,
): Promise<UsableKey | undefined> {
  const [key] = await database.queryOnce<UsableKey>(
    `SELECT k.id, k.organization_id AS "organizationId", k.name, ${RIGHTS},
       coalesce(k.last_used_at > now() - $3 * interval '1 minute', false)
         AND ($2 = ANY (k.networks) OR cardinality(k.networks) >= $4) AS "isRecorded"
     FROM api_keys k JOIN organizations o ON o.id = k.organization_id AND o.deleted_at IS NULL
     WHERE k.token_hash = $1 AND ${IS_USABLE}`,
    [sha256(secret), network, USE_MINUTES, NETWORKS_MAX],
  );
  return key;
}

/** Records that a key is used; returns whether it is from a network that it was not used from before. */
export async function recordUse(
  database: Database,
  { id, organizationId }: Pick<UsableKey, 'id' | 'organizationId'>,
  network: string,
): Promise<{ isNewNetwork: boolean }> {
  const [recorded] = await database.queryOnce<{ first: boolean }>(
    `WITH before AS (
       SELECT id, $3 <> ALL (networks) AND cardinality(networks) < $4 AS first FROM api_keys
       WHERE organization_id = $1 AND id = $2 FOR UPDATE
     )
     UPDATE api_keys k SET last_used_at = now(),
       networks = CASE WHEN b.first THEN k.networks || $3::text ELSE k.networks END
     FROM before b WHERE k.organization_id = $1 AND k.id = b.id RETURNING b.first`,
    [organizationId, id, network, NETWORKS_MAX],
  );
  return { isNewNetwork: recorded?.first === true };
}

/** Locks a key until the transaction ends; returns undefined if it cannot be used any more. */
export async function lockKey(
  tx: Queryable,
  { id, organizationId }: Pick<UsableKey, 'id' | 'organizationId'>,
): Promise<KeyRights | undefined> {
  const [rights] = await tx.query<KeyRights>(
    `SELECT ${RIGHTS} FROM api_keys k
     WHERE k.organization_id = $1 AND k.id = $2 AND ${IS_USABLE} FOR SHARE OF k`,
    [organizationId, id],
  );
  return rights;
}
