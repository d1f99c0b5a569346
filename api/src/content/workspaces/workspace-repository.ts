import type {
  CreateWorkspaceInput,
  UpdateWorkspaceInput,
  Workspace,
} from '@carrel/shared/contract';

import { withRole } from '../../platform/access/object-access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isReachable, reachingAll } from '../../platform/database/reach.ts';

/** Reads and changes the workspaces of one organization. `tx` is a tenant's transaction. */
export function workspacesOf(tx: Queryable, organizationId: string) {
  const noteChange = (id: string) =>
    tx.query('UPDATE workspaces SET updated_at = now() WHERE organization_id = $1 AND id = $2', [
      organizationId,
      id,
    ]);

  return {
    list: async () => {
      const rows = await tx.query<Workspace>(
        `SELECT id, name, description, access, updated_at AS changed_at FROM workspaces
         WHERE organization_id = $1 ORDER BY created_at, id`,
        [organizationId],
      );
      return rows.map(withRole);
    },

    /** What can be changed of a workspace; locked until the transaction ends if it is `changing`. */
    find: async (id: string, { changing = false } = {}) => {
      const [workspace] = await tx.query<Workspace>(
        `SELECT id, name, description, access FROM workspaces WHERE organization_id = $1 AND id = $2
         ${changing ? 'FOR NO KEY UPDATE' : ''}`,
        [organizationId, id],
      );
      return workspace && withRole(workspace);
    },

    exists: async (id: string) => {
      const found = await tx.query(
        'SELECT id FROM workspaces WHERE organization_id = $1 AND id = $2',
        [organizationId, id],
      );
      return found.length === 1;
    },

    /**
     * How many attached datasets the caller cannot reach: all of these for who `knowsAll`, or else those that are known by
     * their links.
     */
    countLeftOut: (id: string, knowsAll: boolean): Promise<number> =>
      reachingAll(tx, async () => {
        const attached = await tx.query<{ id: string; known: boolean }>(
          `SELECT d.id, d.access = 'named' AND d.known AS known FROM workspace_datasets w
           JOIN datasets d ON d.organization_id = w.organization_id AND d.id = w.dataset_id
           WHERE w.organization_id = $1 AND w.workspace_id = $2`,
          [organizationId, id],
        );
        return attached.filter((dataset) => !isReachable(dataset.id) && (knowsAll || dataset.known))
          .length;
      }),

    create: async ({ name, description }: CreateWorkspaceInput) => {
      const [created] = await tx.query<{ id: string }>(
        `INSERT INTO workspaces (organization_id, name, description) VALUES ($1, $2, $3) RETURNING id`,
        [organizationId, name, description || null],
      );
      if (created === undefined) throw new Error('A workspace was not created');
      return created.id;
    },

    /** Returns whether the workspace exists. */
    update: async (id: string, { name, description }: UpdateWorkspaceInput) => {
      const updated = await tx.query(
        `UPDATE workspaces SET
           name = coalesce($3, name),
           description = CASE WHEN $4 THEN $5 ELSE description END,
           updated_at = now()
         WHERE organization_id = $1 AND id = $2 RETURNING id`,
        [organizationId, id, name ?? null, description !== undefined, description || null],
      );
      return updated.length === 1;
    },

    /** Returns whether the workspace existed. */
    delete: async (id: string) => {
      const deleted = await tx.query(
        'DELETE FROM workspaces WHERE organization_id = $1 AND id = $2 RETURNING id',
        [organizationId, id],
      );
      return deleted.length === 1;
    },

    /** Returns whether the dataset was not attached before. */
    attach: async (id: string, datasetId: string) => {
      const attached = await tx.query(
        `INSERT INTO workspace_datasets (organization_id, workspace_id, dataset_id)
         VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING dataset_id`,
        [organizationId, id, datasetId],
      );
      if (attached.length === 1) await noteChange(id);
      return attached.length === 1;
    },

    /** Returns whether the dataset was attached. */
    detach: async (id: string, datasetId: string) => {
      const detached = await tx.query(
        `DELETE FROM workspace_datasets
         WHERE organization_id = $1 AND workspace_id = $2 AND dataset_id = $3 RETURNING dataset_id`,
        [organizationId, id, datasetId],
      );
      if (detached.length === 1) await noteChange(id);
      return detached.length === 1;
    },
  };
}
