import {
  ROLE_NAMES,
  type CreateOrganizationInput,
  type Organization,
  type UpdateOrganizationInput,
} from '@carrel/shared/contract';

import { BY_ANOTHER_PROVIDER } from '../../platform/access/sign-in-requirement.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { searchLogOf } from '../../content/search-log/search-log-repository.ts';

/** Creates an organization with its four roles and makes an account its Owner. */
export async function createOrganization(
  tx: Queryable,
  accountId: string,
  { name, description }: CreateOrganizationInput,
): Promise<string> {
  const [organization] = await tx.query<{ id: string }>(
    'INSERT INTO organizations (name, description) VALUES ($1, $2) RETURNING id',
    [name, description || null],
  );
  if (organization === undefined) throw new Error('An organization was not created');
  await tx.query(
    `INSERT INTO roles (organization_id, name, rank)
     SELECT $1, name, position - 1 FROM unnest($2::text[]) WITH ORDINALITY AS r (name, position)`,
    [organization.id, [...ROLE_NAMES]],
  );
  await tx.query(
    `INSERT INTO memberships (organization_id, account_id, role_id)
     SELECT organization_id, $2, id FROM roles WHERE organization_id = $1 AND rank = 0`,
    [organization.id, accountId],
  );
  return organization.id;
}

/** The organizations of an account, each with its roles. A session of another's provider reads no more of one. */
export async function listOrganizations(
  database: Queryable,
  { id: accountId, sessionId }: { id: string; sessionId: string },
): Promise<Organization[]> {
  return database.query<Organization>(
    `SELECT o.id, o.name, CASE WHEN NOT ${BY_ANOTHER_PROVIDER} THEN o.description END AS description, o.search_log,
       o.admins_take_access,
       (SELECT json_agg(json_build_object('id', r.id, 'name', r.name) ORDER BY r.rank)
        FROM roles r WHERE r.organization_id = o.id) AS roles
     FROM memberships m JOIN organizations o ON o.id = m.organization_id
     JOIN sessions s ON s.id = $2
     WHERE m.account_id = $1 ORDER BY m.created_at, o.id`,
    [accountId, sessionId],
  );
}

export async function updateOrganization(
  tx: Queryable,
  id: string,
  input: UpdateOrganizationInput,
): Promise<void> {
  const { name, description, search_log: searchLog, admins_take_access: takesAccess } = input;
  await tx.query(
    `UPDATE organizations SET
       name = coalesce($2, name),
       description = CASE WHEN $3 THEN $4 ELSE description END,
       search_log = coalesce($5, search_log),
       admins_take_access = coalesce($6, admins_take_access)
     WHERE id = $1`,
    [
      id,
      name ?? null,
      description !== undefined,
      description || null,
      searchLog ?? null,
      takesAccess ?? null,
    ],
  );
  // The row's lock keeps others from writing to the log until it is off.
  if (searchLog === false) await searchLogOf(tx, id).clear();
}
