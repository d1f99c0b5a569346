import { addressKey } from '../../../platform/access/address-key.ts';
import { breaks } from '../../../platform/database/database-error.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Comparison, Condition } from '../filter-condition.ts';
import { notUnique } from '../scim-problem.ts';
import { addressOf, emailKeysOf, type UserFields } from './user-fields.ts';

/** A user of a directory, as it is stored. */
export interface ScimUser extends UserFields {
  id: string;
  addressKey: string | null;
  accountId: string | null;
  invitationId: string | null;
  version: number;
  createdAt: Date;
  changedAt: Date;
}

const COLUMNS = `id, user_name AS "userName", external_id AS "externalId", active,
  given_name AS "givenName", family_name AS "familyName", formatted_name AS "formattedName",
  display_name AS "displayName", emails, address_key AS "addressKey", account_id AS "accountId",
  invitation_id AS "invitationId", version, created_at AS "createdAt", changed_at AS "changedAt"`;

const folded =
  (column: string): Comparison =>
  (bind, value) =>
    `lower(${column}) = lower(${bind(value)}::text)`;
const hasEmail: Comparison = (bind, value) =>
  `email_keys @> ARRAY[${bind(addressKey(value))}::text]`;

/** What users can be found by. */
export const USER_COMPARISONS: Readonly<Record<string, Comparison>> = {
  id: (bind, value) => `id::text = ${bind(value.toLowerCase())}::text`,
  username: (bind, value) => `user_name_key = ${bind(addressKey(value))}::text`,
  externalid: (bind, value) => `external_id = ${bind(value)}::text`,
  displayname: folded('display_name'),
  active: (bind, value) => `active = (${bind(value.toLowerCase())}::text = 'true')`,
  emails: hasEmail,
  'emails.value': hasEmail,
  'name.givenname': folded('given_name'),
  'name.familyname': folded('family_name'),
};

const valuesOf = (fields: UserFields) => {
  const address = addressOf(fields);
  return [
    fields.userName,
    addressKey(fields.userName),
    fields.externalId,
    fields.active,
    fields.givenName,
    fields.familyName,
    fields.formattedName,
    fields.displayName,
    JSON.stringify(fields.emails),
    emailKeysOf(fields),
    address === null ? null : addressKey(address),
  ];
};

const refuseTaken = (error: unknown): never => {
  if (!breaks(error, 'scim_users_name_once')) throw error;
  throw notUnique('Another user has this userName.');
};

/** Reads and changes the users of the directory of one organization. `tx` is a tenant's transaction. */
export function scimUsersOf(tx: Queryable, organizationId: string) {
  const find = async (id: string, lock = ''): Promise<ScimUser | undefined> => {
    const [user] = await tx.query<ScimUser>(
      `SELECT ${COLUMNS} FROM scim_users WHERE organization_id = $1 AND id = $2 ${lock}`,
      [organizationId, id],
    );
    return user;
  };

  return {
    find,

    lock: (id: string) => find(id, 'FOR UPDATE'),

    count: async ({ sql, parameters }: Condition): Promise<number> => {
      const [counted] = await tx.query<{ users: number }>(
        `SELECT count(*) AS users FROM scim_users WHERE organization_id = $1 AND ${sql}`,
        [organizationId, ...parameters],
      );
      return counted?.users ?? 0;
    },

    /** Oldest first. */
    list: ({ sql, parameters }: Condition, offset: number, limit: number): Promise<ScimUser[]> =>
      tx.query<ScimUser>(
        `SELECT ${COLUMNS} FROM scim_users WHERE organization_id = $1 AND ${sql}
         ORDER BY created_at, id LIMIT ${limit} OFFSET ${offset}`,
        [organizationId, ...parameters],
      ),

    create: async (fields: UserFields): Promise<ScimUser> => {
      const [user] = await tx
        .query<ScimUser>(
          `INSERT INTO scim_users (organization_id, user_name, user_name_key, external_id, active, given_name,
             family_name, formatted_name, display_name, emails, email_keys, address_key, created_at, changed_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, clock_timestamp(), clock_timestamp())
           RETURNING ${COLUMNS}`,
          [organizationId, ...valuesOf(fields)],
        )
        .catch(refuseTaken);
      if (user === undefined) throw new Error('A user was not created');
      return user;
    },

    update: async (id: string, fields: UserFields): Promise<ScimUser> => {
      const [user] = await tx
        .query<ScimUser>(
          `UPDATE scim_users SET user_name = $3, user_name_key = $4, external_id = $5, active = $6, given_name = $7,
             family_name = $8, formatted_name = $9, display_name = $10, emails = $11, email_keys = $12,
             address_key = $13, version = version + 1, changed_at = clock_timestamp()
           WHERE organization_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
          [organizationId, id, ...valuesOf(fields)],
        )
        .catch(refuseTaken);
      if (user === undefined) throw new Error('A user was not changed');
      return user;
    },

    /** Deletes a user, and counts that as a change of its groups. */
    delete: async (id: string): Promise<void> => {
      await tx.query(
        `UPDATE scim_groups g SET version = version + 1, changed_at = clock_timestamp()
         FROM scim_group_members m
         WHERE m.organization_id = $1 AND m.user_id = $2 AND g.organization_id = $1 AND g.id = m.group_id`,
        [organizationId, id],
      );
      await tx.query('DELETE FROM scim_users WHERE organization_id = $1 AND id = $2', [
        organizationId,
        id,
      ]);
    },
  };
}
