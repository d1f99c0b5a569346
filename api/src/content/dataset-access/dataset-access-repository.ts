import type { DatasetAccess, SetDatasetAccessInput } from '@carrel/shared/contract';

import type { Queryable } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problems.ts';

/** Reads and changes who may see a dataset. `tx` is a tenant's transaction. */
export function datasetAccessOf(tx: Queryable, organizationId: string, datasetId: string) {
  return {
    /** Undefined for a dataset that the caller cannot see. */
    find: async (): Promise<Omit<DatasetAccess, 'may_change'> | undefined> => {
      const [found] = await tx.query<Omit<DatasetAccess, 'may_change'>>(
        `SELECT d.access,
           (SELECT coalesce(json_agg(json_build_object('account_id', x.account_id,
                'group_id', coalesce(x.group_id, x.scim_group_id), 'role', x.role,
                'name', coalesce(g.name, s.display_name, concat_ws(' ', a.first_name, a.last_name)))
              ORDER BY x.account_id IS NOT NULL, coalesce(g.name_key, s.display_name_key),
                a.last_name, a.first_name, a.id), '[]')
            FROM dataset_access x
            LEFT JOIN member_groups g ON g.organization_id = x.organization_id AND g.id = x.group_id
            LEFT JOIN scim_groups s ON s.organization_id = x.organization_id AND s.id = x.scim_group_id
            LEFT JOIN accounts a ON a.id = x.account_id
            WHERE x.organization_id = d.organization_id AND x.dataset_id = d.id) AS entries
         FROM datasets d WHERE d.organization_id = $1 AND d.id = $2`,
        [organizationId, datasetId],
      );
      return found;
    },

    /**
     * Replaces it. Who is named is kept where everybody may see the dataset again.
     * @throws {Problem} 422 where someone who is named is not in the organization, or is named twice.
     */
    set: async ({ access, entries = [] }: SetDatasetAccessInput): Promise<void> => {
      await tx.query('UPDATE datasets SET access = $3 WHERE organization_id = $1 AND id = $2', [
        organizationId,
        datasetId,
        access,
      ]);
      await tx.query('DELETE FROM dataset_access WHERE organization_id = $1 AND dataset_id = $2', [
        organizationId,
        datasetId,
      ]);
      const inserted = await tx.query(
        `INSERT INTO dataset_access (organization_id, dataset_id, account_id, group_id, scim_group_id, role)
         SELECT $1, $2, m.account_id, g.id, s.id, e.role
         FROM json_to_recordset($3::json) AS e (account_id uuid, group_id uuid, role text)
         LEFT JOIN memberships m ON m.organization_id = $1 AND m.account_id = e.account_id
         LEFT JOIN member_groups g ON g.organization_id = $1 AND g.id = e.group_id
         LEFT JOIN scim_groups s ON s.organization_id = $1 AND s.id = e.group_id
         WHERE num_nonnulls(m.account_id, g.id, s.id) = 1
         ON CONFLICT DO NOTHING RETURNING 1`,
        [organizationId, datasetId, JSON.stringify(entries)],
      );
      if (inserted.length !== entries.length) {
        throw invalid([
          { path: 'entries', message: 'Name each member and each group of the organization once' },
        ]);
      }
    },
  };
}
