import type { DatasetRole, RoleName } from '@carrel/shared/contract';

import type { MiddlewareHandler } from 'hono';

import type { Queryable } from '../database/queryable.ts';
import { reachHere } from '../database/reach.ts';
import type { Reach } from '../database/reach.ts';
import type { ApiEnv } from '../http/api-context.ts';
import { forbidden } from '../http/problems.ts';

/** True if the entry `x` of `dataset_access` is for the member `m`, or for a group that the member is in. */
const IS_FOR_MEMBER = `(x.account_id = m.account_id
  OR x.group_id IN (SELECT g.group_id FROM member_group_members g
    WHERE g.organization_id = m.organization_id AND g.account_id = m.account_id)
  OR x.scim_group_id IN (SELECT s.group_id FROM scim_group_members s
    JOIN scim_users u ON u.organization_id = s.organization_id AND u.id = s.user_id
    WHERE s.organization_id = m.organization_id AND u.account_id = m.account_id AND u.active))`;

/** Roles for a dataset, the one that may do most first. */
const ROLES = `ARRAY['Manager', 'Editor', 'Reader', 'Searcher']`;

/** Of each named dataset of the organization of `m`, the member's role; for Owners and Admins, of rank `r.rank`, no row. */
const NAMED = `SELECT d.id, min(array_position(${ROLES}, x.role)) AS role
  FROM datasets d
  LEFT JOIN dataset_access x ON x.organization_id = d.organization_id AND x.dataset_id = d.id AND ${IS_FOR_MEMBER}
  WHERE d.organization_id = m.organization_id AND d.access = 'named' AND r.rank > 1
  GROUP BY d.id`;

/** What a member `m` with the role `r` can reach, as `Reach`. */
export const REACH = `(SELECT json_build_object(
    'unreachable', coalesce(string_agg(n.id::text, ',') FILTER (WHERE n.role IS NULL), ''),
    'roles', coalesce(json_object_agg(n.id, (${ROLES})[n.role]) FILTER (WHERE n.role IS NOT NULL), '{}'))
  FROM (${NAMED}) n)`;

/** The member's role for a named dataset, as its name; null for all other datasets. */
export const roleFor = (datasetId: string): string => `(SELECT (${ROLES})[n.role] FROM (${NAMED}) n
  WHERE n.id = ${datasetId})`;

/** Has every stream of a dataset look again who may read it: as with each of its changes. `tx` is a tenant's transaction. */
export async function noteAccessChange(
  tx: Queryable,
  datasetIds: readonly string[],
): Promise<void> {
  for (const id of datasetIds) await tx.query(`CALL note_change($1, '{}', false, true)`, [id]);
}

/** What each role for a dataset may do there, as a role of the organization. */
const ROLE_OF: Record<DatasetRole, RoleName> = {
  Manager: 'Admin',
  Editor: 'Editor',
  Reader: 'Viewer',
  Searcher: 'Viewer',
};

/** Returns a member's role where a dataset may be named: that for the dataset, if there is one. */
export const effectiveRole = (role: RoleName, forDataset: DatasetRole | null): RoleName =>
  forDataset === null ? role : ROLE_OF[forDataset];

const DATASET = /^\/api\/v1\/datasets\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/|$)/i;

/** Returns the id of the dataset that a path is about. */
export const datasetOfPath = (path: string): string | null =>
  DATASET.exec(path)?.[1]?.toLowerCase() ?? null;

/** What was read of a member's access to datasets. */
export interface MemberAccess {
  reach: Reach | null;
  /** The member's role for the dataset that the request is about; null where it is not named. */
  datasetRole: DatasetRole | null;
}

/** Returns the role of the caller, for whom this runs, for a dataset; null where it names nobody, and for Owners and Admins. */
export const roleHere = (datasetId: string): string | null =>
  reachHere().roles[datasetId.toLowerCase()] ?? null;

/**
 * Requires that the caller may open documents of a dataset, in whatever form.
 * @throws {Problem} 403 for who may only search it.
 */
export function requireOpenable(datasetId: string): void {
  if (roleHere(datasetId) === 'Searcher') {
    throw forbidden('You can search this dataset, and not open its documents.');
  }
}

/**
 * Requires the same of the dataset of the path, now and whenever the caller's rights are read again. Follows what finds
 * the caller.
 *
 * @example routes.get('/datasets/:id/documents/:documentId/text', member, opensDocuments(), handler);
 */
export const opensDocuments = (): MiddlewareHandler<ApiEnv> => (c, next) => {
  const datasetId = datasetOfPath(c.req.path);
  if (datasetId !== null) c.get('rights').check(() => requireOpenable(datasetId));
  return next();
};
