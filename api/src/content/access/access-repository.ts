import {
  ACCESS_ENTRIES_MAX,
  ACCESS_ROLES,
  type Access,
  type AccessRole,
  type SetAccessInput,
} from '@carrel/shared/contract';

import type { Queryable } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problems.ts';

/** What access is given to, as in paths and as in ids of operations. */
export const OBJECTS = [
  { kind: 'dataset', name: 'Dataset' },
  { kind: 'workspace', name: 'Workspace' },
] as const;

/** A dataset or workspace whose access is read. */
export interface AccessObject {
  kind: (typeof OBJECTS)[number]['kind'];
  id: string;
}

type Settings = Omit<Access, 'may_change' | 'requests'>;

/** Where a role is among the roles, the one that may do most first. */
const place = (role: string) =>
  `array_position(ARRAY[${ACCESS_ROLES.map((each) => `'${each}'`).join(', ')}], ${role})`;

/** Reads and changes who may see a dataset or workspace. `tx` is a tenant's transaction. */
export function accessOf(tx: Queryable, organizationId: string, { kind, id }: AccessObject) {
  return {
    /** Undefined for one that the caller cannot see. */
    find: async (): Promise<Settings | undefined> => {
      const [found] = await tx.query<Settings>(
        `SELECT o.access, o.known, ${kind === 'dataset' ? 'o.fence_key' : 'NULL'} AS fence,
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
     * @throws {Problem} 422 where someone who is named is not in the organization, or is named twice.
     */
    set: async (input: SetAccessInput): Promise<void> => {
      const { access, known, entries = [], fence } = input;
      await tx.query(
        `UPDATE ${kind}s SET access = $3, known = coalesce($4, known)
         WHERE organization_id = $1 AND id = $2`,
        [organizationId, id, access, known ?? null],
      );
      if (kind === 'dataset' && fence !== undefined) {
        await tx.query(
          'UPDATE datasets SET fence_key = $3 WHERE organization_id = $1 AND id = $2',
          [organizationId, id, fence],
        );
      }
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

    /**
     * Waits for writes of others, each with what its caller could do before, and keeps others from them until the
     * transaction ends: see `heldSql`. False for one that the caller cannot see.
     */
    lock: async (): Promise<boolean> => {
      const locked = await tx.query(
        `SELECT 1 FROM ${kind}s WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
        [organizationId, id],
      );
      return locked.length > 0;
    },

    /**
     * Gives a member a role, where the member's own is not one that may do more.
     * @throws {Problem} 409 where as many are named as may be.
     */
    add: async (accountId: string, role: AccessRole): Promise<void> => {
      await tx.query(
        `INSERT INTO access_entries (organization_id, ${kind}_id, account_id, role) VALUES ($1, $2, $3, $4)
         ON CONFLICT (organization_id, object_id, coalesce(account_id, group_id, scim_group_id))
           DO UPDATE SET role = CASE WHEN ${place('excluded.role')} < ${place('access_entries.role')}
             THEN excluded.role ELSE access_entries.role END`,
        [organizationId, id, accountId, role],
      );
      const [named] = await tx.query<{ count: number }>(
        'SELECT count(*) FROM access_entries WHERE organization_id = $1 AND object_id = $2',
        [organizationId, id],
      );
      if ((named?.count ?? 0) > ACCESS_ENTRIES_MAX) {
        throw conflict(
          `At most ${ACCESS_ENTRIES_MAX} people and groups can be named. Name a group in place of its people.`,
        );
      }
    },
  };
}
