import type { Access, SetAccessInput } from '@carrel/shared/contract';

import type { Queryable } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problems.ts';

/** A dataset or workspace whose access is read. */
export interface AccessObject {
  kind: 'dataset' | 'workspace';
  id: string;
}

/** Reads and changes who may see a dataset or workspace. `tx` is a tenant's transaction. */
export function accessOf(tx: Queryable, organizationId: string, { kind, id }: AccessObject) {
  return {
    /** Undefined for one that the caller cannot see. */
    find: async (): Promise<Omit<Access, 'may_change'> | undefined> => {
      const [found] = await tx.query<Omit<Access, 'may_change'>>(
        `SELECT o.access, ${kind === 'dataset' ? 'o.fence_key' : 'NULL'} AS fence,
           (SELECT coalesce(json_agg(json_build_object('account_id', x.account_id,
                'group_id', coalesce(x.group_id, x.scim_group_id), 'role', x.role,
                'name', coalesce(g.name, s.display_name, concat_ws(' ', a.first_name, a.last_name)))
              ORDER BY x.account_id IS NOT NULL, coalesce(g.name_key, s.display_name_key),
                a.last_name, a.first_name, a.id), '[]')
            FROM access_entries x
            LEFT JOIN member_groups g ON g.organization_id = x.organization_id AND g.id = x.group_id
            LEFT JOIN scim_groups s ON s.organization_id = x.organization_id AND s.id = x.scim_group_id
            LEFT JOIN accounts a ON a.id = x.account_id
            WHERE x.organization_id = o.organization_id AND x.object_id = o.id) AS entries
         FROM ${kind}s o WHERE o.organization_id = $1 AND o.id = $2`,
        [organizationId, id],
      );
      return found;
    },

    /**
     * Replaces it. Who is named is kept where everybody may see it again.
     * @throws {Problem} 422 for a workspace with a fence, and where someone who is named is not in the organization, or is named twice.
     */
    set: async ({ access, entries = [], fence = null }: SetAccessInput): Promise<void> => {
      if (kind === 'workspace' && fence !== null) {
        throw invalid([{ path: 'fence', message: 'Only a dataset has a fence' }]);
      }
      await tx.query(
        kind === 'dataset'
          ? 'UPDATE datasets SET access = $3, fence_key = $4 WHERE organization_id = $1 AND id = $2'
          : 'UPDATE workspaces SET access = $3 WHERE organization_id = $1 AND id = $2',
        [organizationId, id, access, ...(kind === 'dataset' ? [fence] : [])],
      );
      await tx.query('DELETE FROM access_entries WHERE organization_id = $1 AND object_id = $2', [
        organizationId,
        id,
      ]);
      const inserted = await tx.query(
        `INSERT INTO access_entries (organization_id, ${kind}_id, account_id, group_id, scim_group_id, role)
         SELECT $1, $2, m.account_id, g.id, s.id, e.role
         FROM json_to_recordset($3::json) AS e (account_id uuid, group_id uuid, role text)
         LEFT JOIN memberships m ON m.organization_id = $1 AND m.account_id = e.account_id
         LEFT JOIN member_groups g ON g.organization_id = $1 AND g.id = e.group_id
         LEFT JOIN scim_groups s ON s.organization_id = $1 AND s.id = e.group_id
         WHERE num_nonnulls(m.account_id, g.id, s.id) = 1
         ON CONFLICT DO NOTHING RETURNING 1`,
        [organizationId, id, JSON.stringify(entries)],
      );
      if (inserted.length !== entries.length) {
        throw invalid([
          { path: 'entries', message: 'Name each member and each group of the organization once' },
        ]);
      }
    },
  };
}
