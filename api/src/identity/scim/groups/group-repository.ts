import type { ProvisionedGroup, ProvisionedRole } from '@carrel/shared/contract/sign-in';

import { addressKey } from '../../../platform/access/address-key.ts';
import { breaks } from '../../../platform/database/database-error.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Comparison, Condition } from '../filter-condition.ts';
import { notUnique } from '../scim-problem.ts';

/** A group of a directory, as it is stored. */
export interface ScimGroup {
  id: string;
  displayName: string;
  externalId: string | null;
  role: ProvisionedRole | null;
  version: number;
  createdAt: Date;
  changedAt: Date;
}

/** A group in a list, and how many users it has. */
export interface ListedGroup extends ScimGroup {
  size: number;
}

const COLUMNS = `id, display_name AS "displayName", external_id AS "externalId", role, version,
  created_at AS "createdAt", changed_at AS "changedAt"`;

const SIZE = `(SELECT count(*) FROM scim_group_members m
  WHERE m.organization_id = $1 AND m.group_id = scim_groups.id)`;

const hasMember: Comparison = (bind, value) => `EXISTS (SELECT FROM scim_group_members m
  WHERE m.organization_id = $1 AND m.group_id = scim_groups.id AND m.user_id::text = ${bind(value.toLowerCase())}::text)`;

/** What groups can be found by. */
export const GROUP_COMPARISONS: Readonly<Record<string, Comparison>> = {
  id: (bind, value) => `id::text = ${bind(value.toLowerCase())}::text`,
  displayname: (bind, value) => `display_name_key = ${bind(addressKey(value))}::text`,
  externalid: (bind, value) => `external_id = ${bind(value)}::text`,
  members: hasMember,
  'members.value': hasMember,
};

const refuseTaken = (error: unknown): never => {
  if (!breaks(error, 'scim_groups_name_once')) throw error;
  throw notUnique('Another group has this displayName.');
};

/** Reads and changes the groups of the directory of one organization. `tx` is a tenant's transaction. */
export function scimGroupsOf(tx: Queryable, organizationId: string) {
  const find = async (id: string, lock = ''): Promise<ScimGroup | undefined> => {
    const [group] = await tx.query<ScimGroup>(
      `SELECT ${COLUMNS} FROM scim_groups WHERE organization_id = $1 AND id = $2 ${lock}`,
      [organizationId, id],
    );
    return group;
  };

  return {
    find,

    lock: (id: string) => find(id, 'FOR UPDATE'),

    count: async ({ sql, parameters }: Condition): Promise<number> => {
      const [counted] = await tx.query<{ groups: number }>(
        `SELECT count(*) AS groups FROM scim_groups WHERE organization_id = $1 AND ${sql}`,
        [organizationId, ...parameters],
      );
      return counted?.groups ?? 0;
    },

    /** Oldest first. */
    list: ({ sql, parameters }: Condition, offset: number, limit: number): Promise<ListedGroup[]> =>
      tx.query<ListedGroup>(
        `SELECT ${COLUMNS}, ${SIZE} AS size FROM scim_groups WHERE organization_id = $1 AND ${sql}
         ORDER BY created_at, id LIMIT ${limit} OFFSET ${offset}`,
        [organizationId, ...parameters],
      ),

    /** By name, for the console. */
    mapped: (): Promise<ProvisionedGroup[]> =>
      tx.query<ProvisionedGroup>(
        `SELECT id, display_name AS name, role, ${SIZE} AS users FROM scim_groups
         WHERE organization_id = $1 ORDER BY display_name_key, id`,
        [organizationId],
      ),

    create: async (displayName: string, externalId: string | null): Promise<ScimGroup> => {
      const [group] = await tx
        .query<ScimGroup>(
          `INSERT INTO scim_groups (organization_id, display_name, display_name_key, external_id, created_at, changed_at)
           VALUES ($1, $2, $3, $4, clock_timestamp(), clock_timestamp()) RETURNING ${COLUMNS}`,
          [organizationId, displayName, addressKey(displayName), externalId],
        )
        .catch(refuseTaken);
      if (group === undefined) throw new Error('A group was not created');
      return group;
    },

    rename: (id: string, displayName: string, externalId: string | null) =>
      tx
        .query(
          `UPDATE scim_groups SET display_name = $3, display_name_key = $4, external_id = $5
           WHERE organization_id = $1 AND id = $2`,
          [organizationId, id, displayName, addressKey(displayName), externalId],
        )
        .catch(refuseTaken),

    setRole: (id: string, role: ProvisionedRole | null) =>
      tx.query('UPDATE scim_groups SET role = $3 WHERE organization_id = $1 AND id = $2', [
        organizationId,
        id,
        role,
      ]),

    /** Counts a change, and returns the group as it is now. */
    bump: async (id: string): Promise<ScimGroup> => {
      const [group] = await tx.query<ScimGroup>(
        `UPDATE scim_groups SET version = version + 1, changed_at = clock_timestamp()
         WHERE organization_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
        [organizationId, id],
      );
      if (group === undefined) throw new Error('A group was not changed');
      return group;
    },

    delete: (id: string) =>
      tx.query('DELETE FROM scim_groups WHERE organization_id = $1 AND id = $2', [
        organizationId,
        id,
      ]),
  };
}
