import { SCIM_GROUP_MEMBERS_MAX } from '@carrel/shared/contract/sign-in';

import type { Queryable } from '../../../platform/database/database.ts';
import { tooManyMembers, unknownMember, type MembersChange } from './group-change.ts';

/** A user in a group. */
export interface GroupMember {
  groupId: string;
  id: string;
  userName: string;
}

/** Reads and changes who is in the groups of one organization. `tx` is a tenant's transaction. */
export function groupMembersOf(tx: Queryable, organizationId: string) {
  const usersOf = (sql: string, groupId: string, ids: readonly string[]) =>
    tx.query<{ id: string }>(sql, [organizationId, groupId, ids]);

  return {
    list: (groupIds: readonly string[]): Promise<GroupMember[]> =>
      tx.query<GroupMember>(
        `SELECT m.group_id AS "groupId", u.id, u.user_name AS "userName" FROM scim_group_members m
         JOIN scim_users u ON u.organization_id = m.organization_id AND u.id = m.user_id
         WHERE m.organization_id = $1 AND m.group_id = ANY ($2::uuid[]) ORDER BY u.created_at, u.id`,
        [organizationId, groupIds],
      ),

    ids: async (groupId: string): Promise<string[]> => {
      const rows = await tx.query<{ id: string }>(
        'SELECT user_id AS id FROM scim_group_members WHERE organization_id = $1 AND group_id = $2',
        [organizationId, groupId],
      );
      return rows.map(({ id }) => id);
    },

    /**
     * Changes who is in a group, in three statements however many there are, and returns who joined or left.
     * @throws {ScimProblem} 400 for a member who is no user, and for too many of them.
     */
    change: async (
      groupId: string,
      { replaces, added, removed }: MembersChange,
    ): Promise<string[]> => {
      const wanted = [...added];
      const left = replaces
        ? await usersOf(
            `DELETE FROM scim_group_members
             WHERE organization_id = $1 AND group_id = $2 AND NOT (user_id = ANY ($3::uuid[]))
             RETURNING user_id AS id`,
            groupId,
            wanted,
          )
        : await usersOf(
            `DELETE FROM scim_group_members
             WHERE organization_id = $1 AND group_id = $2 AND user_id = ANY ($3::uuid[])
             RETURNING user_id AS id`,
            groupId,
            [...removed],
          );
      const known = await tx.query<{ users: number }>(
        'SELECT count(*) AS users FROM scim_users WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
        [organizationId, wanted],
      );
      if (known[0]?.users !== wanted.length) throw unknownMember();
      const joined = await usersOf(
        `INSERT INTO scim_group_members (organization_id, group_id, user_id)
         SELECT $1, $2, w.id FROM unnest($3::uuid[]) AS w (id)
         ON CONFLICT DO NOTHING RETURNING user_id AS id`,
        groupId,
        wanted,
      );
      if (joined.length > 0) {
        const [counted] = await tx.query<{ users: number }>(
          'SELECT count(*) AS users FROM scim_group_members WHERE organization_id = $1 AND group_id = $2',
          [organizationId, groupId],
        );
        if ((counted?.users ?? 0) > SCIM_GROUP_MEMBERS_MAX) throw tooManyMembers();
      }
      return [...left, ...joined].map(({ id }) => id);
    },
  };
}
