import type { Group, GroupDetail } from '@carrel/shared/contract';

import { addressKey } from '../../platform/access/address-key.ts';
import { DIRECTORY_MEMBERS } from '../../platform/access/object-access.ts';
import { breaks } from '../../platform/database/database-error.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problems.ts';

/** Groups of both kinds, as `Group`, with the key of their order. */
const GROUPS = `SELECT g.id, g.name, g.name_key, false AS provisioned,
    (SELECT count(*) FROM member_group_members p
      WHERE p.organization_id = g.organization_id AND p.group_id = g.id) AS member_count
  FROM member_groups g WHERE g.organization_id = $1
  UNION ALL SELECT g.id, g.display_name, g.display_name_key, true,
    (SELECT count(*) FROM (${DIRECTORY_MEMBERS}) p
      WHERE p.organization_id = g.organization_id AND p.group_id = g.id)
  FROM scim_groups g WHERE g.organization_id = $1`;

const refuseTaken = (error: unknown): never => {
  if (!breaks(error, 'member_groups_name_once')) throw error;
  throw invalid([{ path: 'name', message: 'Another group has this name' }]);
};

/** Reads and changes the groups of one organization. `tx` is a tenant's transaction. */
export function groupsOf(tx: Queryable, organizationId: string) {
  return {
    list: () =>
      tx.query<Group>(
        `SELECT id, name, provisioned, member_count FROM (${GROUPS}) g ORDER BY name_key, id`,
        [organizationId],
      ),

    count: async (): Promise<number> => {
      const [row] = await tx.query<{ count: number }>(
        'SELECT count(*) FROM member_groups WHERE organization_id = $1',
        [organizationId],
      );
      return row?.count ?? 0;
    },

    /** Also those that a directory keeps. */
    find: async (id: string): Promise<GroupDetail | undefined> => {
      const [group] = await tx.query<GroupDetail>(
        `SELECT g.id, g.name, g.provisioned, g.member_count,
           ARRAY(SELECT p.account_id FROM member_group_members p WHERE p.organization_id = $1 AND p.group_id = g.id
             UNION ALL SELECT p.account_id FROM (${DIRECTORY_MEMBERS}) p WHERE p.organization_id = $1 AND p.group_id = g.id)
             AS account_ids,
           (SELECT coalesce(json_agg(json_build_object('id', d.id, 'name', d.name, 'role', x.role)
                ORDER BY d.name, d.id), '[]')
             FROM access_entries x
             JOIN datasets d ON d.organization_id = x.organization_id AND d.id = x.dataset_id AND d.access = 'named'
             WHERE x.organization_id = $1 AND (x.group_id = g.id OR x.scim_group_id = g.id)) AS datasets
         FROM (${GROUPS}) g WHERE g.id = $2`,
        [organizationId, id],
      );
      return group;
    },

    /** Locks a group that was put together here until the transaction ends; returns whether there is one. */
    lock: async (id: string): Promise<boolean> => {
      const found = await tx.query(
        'SELECT FROM member_groups WHERE organization_id = $1 AND id = $2 FOR UPDATE',
        [organizationId, id],
      );
      return found.length === 1;
    },

    create: async (name: string): Promise<string> => {
      const [created] = await tx
        .query<{ id: string }>(
          'INSERT INTO member_groups (organization_id, name, name_key) VALUES ($1, $2, $3) RETURNING id',
          [organizationId, name, addressKey(name)],
        )
        .catch(refuseTaken);
      if (created === undefined) throw new Error('A group was not created');
      return created.id;
    },

    rename: (id: string, name: string) =>
      tx
        .query(
          'UPDATE member_groups SET name = $3, name_key = $4 WHERE organization_id = $1 AND id = $2',
          [organizationId, id, name, addressKey(name)],
        )
        .catch(refuseTaken),

    /**
     * Replaces the people of a group.
     * @throws {Problem} 422 if one is no member of the organization.
     */
    setMembers: async (id: string, accountIds: readonly string[]): Promise<void> => {
      const unique = [...new Set(accountIds)];
      await tx.query(
        `DELETE FROM member_group_members
         WHERE organization_id = $1 AND group_id = $2 AND account_id <> ALL ($3::uuid[])`,
        [organizationId, id, unique],
      );
      await tx.query(
        `INSERT INTO member_group_members (organization_id, group_id, account_id)
         SELECT $1, $2, m.account_id FROM memberships m
         WHERE m.organization_id = $1 AND m.account_id = ANY ($3::uuid[]) ON CONFLICT DO NOTHING`,
        [organizationId, id, unique],
      );
      const [row] = await tx.query<{ count: number }>(
        'SELECT count(*) FROM member_group_members WHERE organization_id = $1 AND group_id = $2',
        [organizationId, id],
      );
      if (row?.count !== unique.length) {
        throw invalid([{ path: 'account_ids', message: 'Choose members of the organization' }]);
      }
    },

    /** Ids of the datasets that it has access to. */
    datasetIds: async (id: string): Promise<string[]> => {
      const rows = await tx.query<{ id: string }>(
        'SELECT dataset_id AS id FROM access_entries WHERE organization_id = $1 AND group_id = $2',
        [organizationId, id],
      );
      return rows.map((row) => row.id);
    },

    delete: (id: string) =>
      tx.query('DELETE FROM member_groups WHERE organization_id = $1 AND id = $2', [
        organizationId,
        id,
      ]),
  };
}
