import type {
  CreateWorkspaceInput,
  UpdateWorkspaceInput,
  Workspace,
} from '@carrel/shared/contract';

import type { Queryable } from '../database/database.ts';

/** Reads and changes the workspaces of one organization. `tx` is a tenant's transaction. */
export function workspacesOf(tx: Queryable, organizationId: string) {
  return {
    list: () =>
      tx.query<Workspace>(
        `SELECT id, name, description FROM workspaces
         WHERE organization_id = $1 ORDER BY created_at, id`,
        [organizationId],
      ),

    exists: async (id: string) => {
      const found = await tx.query(
        'SELECT id FROM workspaces WHERE organization_id = $1 AND id = $2',
        [organizationId, id],
      );
      return found.length === 1;
    },

    create: async ({ name, description }: CreateWorkspaceInput) => {
      const [created] = await tx.query<{ id: string }>(
        `INSERT INTO workspaces (organization_id, name, description) VALUES ($1, $2, $3) RETURNING id`,
        [organizationId, name, description || null],
      );
      if (created === undefined) throw new Error('A workspace was not created');
      return created.id;
    },

    /** Gives whether there was such a workspace. */
    update: async (id: string, { name, description }: UpdateWorkspaceInput) => {
      const updated = await tx.query(
        `UPDATE workspaces SET
           name = coalesce($3, name),
           description = CASE WHEN $4 THEN $5 ELSE description END
         WHERE organization_id = $1 AND id = $2 RETURNING id`,
        [organizationId, id, name ?? null, description !== undefined, description || null],
      );
      return updated.length === 1;
    },

    /** Gives whether there was such a workspace. */
    remove: async (id: string) => {
      const removed = await tx.query(
        'DELETE FROM workspaces WHERE organization_id = $1 AND id = $2 RETURNING id',
        [organizationId, id],
      );
      return removed.length === 1;
    },
  };
}
