import type { ApiKey, CreateApiKeyInput } from '@carrel/shared/contract';

import type { Queryable } from '../../platform/database/database.ts';

/** A new key of an organization. */
export interface NewKey extends Omit<CreateApiKeyInput, 'expires_in_days'> {
  hash: Uint8Array;
  lastFour: string;
  createdBy: string;
}

interface KeyRow extends Omit<ApiKey, 'created_by' | 'created_at' | 'expires_at' | 'last_used_at'> {
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  first_name: string | null;
  last_name: string | null;
}

/** The API keys of one organization. `tx` is a tenant's transaction. */
export function keysOf(tx: Queryable, organizationId: string) {
  return {
    list: async (): Promise<ApiKey[]> => {
      const rows = await tx.query<KeyRow>(
        `SELECT k.id, k.name, k.last_four, k.scopes, k.dataset_ids, k.workspace_ids, k.created_at,
           k.expires_at, k.last_used_at, k.replaced_by IS NOT NULL AS replaced, a.first_name, a.last_name
         FROM api_keys k LEFT JOIN accounts a ON a.id = k.created_by
         WHERE k.organization_id = $1 ORDER BY k.created_at DESC, k.id`,
        [organizationId],
      );
      return rows.map(keyOfRow);
    },

    /** Keys are created one after the other, so that their number is right. */
    count: async (): Promise<number> => {
      await tx.query('SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
      const [counted] = await tx.query<{ keys: number }>(
        'SELECT count(*) AS keys FROM api_keys WHERE organization_id = $1',
        [organizationId],
      );
      return counted?.keys ?? 0;
    },

    /** Returns the scopes of a key; none where there is no such key. */
    scopesOf: async (keyId: string): Promise<string[]> => {
      const [key] = await tx.query<{ scopes: string[] }>(
        'SELECT scopes FROM api_keys WHERE organization_id = $1 AND id = $2',
        [organizationId, keyId],
      );
      return key?.scopes ?? [];
    },

    /** The datasets and workspaces that a key is limited to. */
    placesOf: async (keyId: string): Promise<string[]> => {
      const [key] = await tx.query<{ places: string[] }>(
        `SELECT coalesce(dataset_ids, '{}') || coalesce(workspace_ids, '{}') AS places FROM api_keys
         WHERE organization_id = $1 AND id = $2`,
        [organizationId, keyId],
      );
      return key?.places ?? [];
    },

    /** Returns which of these datasets and workspaces are not the organization's. */
    missing: async ({
      dataset_ids: datasetIds,
      workspace_ids: workspaceIds,
    }: Pick<NewKey, 'dataset_ids' | 'workspace_ids'>): Promise<
      'dataset' | 'workspace' | undefined
    > => {
      const [found] = await tx.query<{ dataset: boolean; workspace: boolean }>(
        `SELECT EXISTS (SELECT FROM unnest($2::uuid[]) AS w (id) WHERE NOT EXISTS (
             SELECT FROM datasets d WHERE d.organization_id = $1 AND d.id = w.id)) AS dataset,
           EXISTS (SELECT FROM unnest($3::uuid[]) AS w (id) WHERE NOT EXISTS (
             SELECT FROM workspaces s WHERE s.organization_id = $1 AND s.id = w.id)) AS workspace`,
        [organizationId, datasetIds ?? [], workspaceIds ?? []],
      );
      if (found?.dataset === true) return 'dataset';
      return found?.workspace === true ? 'workspace' : undefined;
    },

    create: async (key: NewKey, expiresInDays: number | null): Promise<string> => {
      const [created] = await tx.query<{ id: string }>(
        `INSERT INTO api_keys (organization_id, name, token_hash, last_four, scopes, dataset_ids,
           workspace_ids, created_by, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9 * interval '1 day') RETURNING id`,
        [
          organizationId,
          key.name,
          key.hash,
          key.lastFour,
          key.scopes,
          key.dataset_ids ?? null,
          key.workspace_ids ?? null,
          key.createdBy,
          expiresInDays,
        ],
      );
      if (created === undefined) throw new Error('The key was not inserted');
      return created.id;
    },

    /**
     * Creates a key with the rights and the remaining kind of expiry of another one, which can be used for
     * `overlapHours` more at most. Returns undefined where the other one cannot be replaced.
     */
    rotate: async (
      keyId: string,
      key: Pick<NewKey, 'hash' | 'lastFour' | 'createdBy'>,
      overlapHours: number,
    ): Promise<string | undefined> => {
      const [created] = await tx.query<{ id: string }>(
        `INSERT INTO api_keys (organization_id, name, token_hash, last_four, scopes, dataset_ids,
           workspace_ids, created_by, expires_at)
         SELECT organization_id, name, $3, $4, scopes, dataset_ids, workspace_ids, $5,
           now() + (expires_at - created_at)
         FROM api_keys WHERE organization_id = $1 AND id = $2 AND replaced_by IS NULL FOR UPDATE
         RETURNING id`,
        [organizationId, keyId, key.hash, key.lastFour, key.createdBy],
      );
      if (created === undefined) return undefined;
      await tx.query(
        `UPDATE api_keys SET replaced_by = $3,
           expires_at = least(expires_at, now() + $4 * interval '1 hour')
         WHERE organization_id = $1 AND id = $2`,
        [organizationId, keyId, created.id, overlapHours],
      );
      return created.id;
    },

    /** Returns whether there was such a key: it cannot be used any more. */
    revoke: async (keyId: string): Promise<boolean> => {
      const revoked = await tx.query(
        'DELETE FROM api_keys WHERE organization_id = $1 AND id = $2 RETURNING id',
        [organizationId, keyId],
      );
      return revoked.length === 1;
    },
  };
}

function keyOfRow({ first_name, last_name, ...row }: KeyRow): ApiKey {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    created_by: first_name === null ? null : { first_name, last_name: last_name ?? '' },
  };
}
