import { ACCESS_ROLES, type AccessRole, type RoleName } from '@carrel/shared/contract';
import type { MiddlewareHandler } from 'hono';

import type { Queryable } from '../database/queryable.ts';
import { isFenced, reachHere, reachingAll } from '../database/reach.ts';
import type { ApiEnv } from '../http/api-context.ts';
import { forbidden } from '../http/problems.ts';

/** The members who are in a group of a directory: its active users. */
export const DIRECTORY_MEMBERS = `SELECT s.organization_id, s.group_id, u.account_id FROM scim_group_members s
  JOIN scim_users u ON u.organization_id = s.organization_id AND u.id = s.user_id AND u.active
  JOIN memberships n ON n.organization_id = u.organization_id AND n.account_id = u.account_id`;

/** The entries of `access_entries` that are for the member `m`, or for a group that the member is in. */
export const OWN_ENTRIES = `SELECT object_id, role FROM access_entries
    WHERE organization_id = m.organization_id AND account_id = m.account_id
  UNION ALL SELECT x.object_id, x.role FROM member_group_members g
    JOIN access_entries x ON x.organization_id = g.organization_id AND x.group_id = g.group_id
    WHERE g.organization_id = m.organization_id AND g.account_id = m.account_id
  UNION ALL SELECT x.object_id, x.role FROM (${DIRECTORY_MEMBERS}) g
    JOIN access_entries x ON x.organization_id = g.organization_id AND x.scim_group_id = g.group_id
    WHERE g.organization_id = m.organization_id AND g.account_id = m.account_id`;

/** The roles for a dataset or workspace as an array of SQL. */
const ROLES = `ARRAY[${ACCESS_ROLES.map((role) => `'${role}'`).join(', ')}]`;

/** Of each dataset and workspace of the organization of `m` that names people, the member's role; null for none. */
const NAMED = `SELECT o.id, x.role
  FROM (SELECT id FROM datasets WHERE organization_id = m.organization_id AND access = 'named'
    UNION ALL SELECT id FROM workspaces WHERE organization_id = m.organization_id AND access = 'named') o
  LEFT JOIN (SELECT e.object_id, min(array_position(${ROLES}, e.role)) AS role
    FROM (${OWN_ENTRIES}) e GROUP BY e.object_id) x ON x.object_id = o.id`;

/** True for Owners and Admins. */
const RULES = 'r.rank <= 1';

/** True if Owners and Admins see only what they are named for. */
const TAKES_ACCESS = `(SELECT admins_take_access FROM organizations WHERE id = m.organization_id)`;

/** The workspace of the guest `m`, and what is attached to it, with the guest's role: Searcher, or Reader of what says so. */
const OF_GUEST = `SELECT o.id, CASE WHEN x.role <> 'Searcher' THEN 'Reader' ELSE 'Searcher' END AS role
  FROM (SELECT id, access, true AS is_open FROM workspaces
      WHERE organization_id = m.organization_id AND id = m.guest_of
    UNION ALL SELECT d.id, d.access, d.access = 'organization' FROM workspace_datasets w
      JOIN datasets d ON d.organization_id = w.organization_id AND d.id = w.dataset_id
      WHERE w.organization_id = m.organization_id AND w.workspace_id = m.guest_of) o
  LEFT JOIN access_entries x ON x.organization_id = m.organization_id AND x.object_id = o.id
    AND x.account_id = m.account_id AND o.access = 'named'
  WHERE o.is_open OR x.role IS NOT NULL`;

/** The names of the groups of the member `m`, as they are written and as they are compared. */
const GROUP_NAMES = `SELECT unnest(ARRAY[g.name, g.name_key]) AS name FROM member_groups g
    JOIN member_group_members p ON p.organization_id = g.organization_id AND p.group_id = g.id
    WHERE g.organization_id = m.organization_id AND p.account_id = m.account_id
  UNION SELECT unnest(ARRAY[g.display_name, g.display_name_key]) FROM scim_groups g
    JOIN (${DIRECTORY_MEMBERS}) p ON p.organization_id = g.organization_id AND p.group_id = g.id
    WHERE g.organization_id = m.organization_id AND p.account_id = m.account_id`;

/**
 * The fences in front of the member `m` with the role `r`, as `Reach` has them. Managers stand behind them. Groups do not
 * count for guests, who manage nothing.
 */
const FENCES = `(SELECT E'\\x1d' || string_agg(d.id || '=' || d.fence_key, E'\\x1d') || E'\\x1d\\x1f' || coalesce((
    SELECT string_agg(translate(n.name, E'\\x1d\\x1f', ''), E'\\x1f' ORDER BY n.name) || E'\\x1f' FROM (${GROUP_NAMES}) n WHERE m.guest_of IS NULL), '')
  FROM datasets d WHERE d.organization_id = m.organization_id AND d.fence_key IS NOT NULL AND NOT ${RULES}
    AND NOT (m.guest_of IS NULL AND d.access = 'named' AND EXISTS (SELECT FROM (${OWN_ENTRIES}) e
      WHERE e.object_id = d.id AND e.role = 'Manager')))`;

/** What a member `m` with the role `r` can reach, as `MemberReach`. Tables that it reads change `ACCESS_VERSION`. */
export const REACH = `(CASE
  WHEN m.guest_of IS NOT NULL THEN (SELECT json_build_object('isGuest', true, 'fences', coalesce(${FENCES}, ''),
      'unreachable', '=' || coalesce(string_agg(n.id::text, ','), ''),
      'roles', coalesce(json_object_agg(n.id, n.role), '{}')) FROM (${OF_GUEST}) n)
  WHEN ${RULES} AND NOT ${TAKES_ACCESS} THEN json_build_object('unreachable', '', 'roles', json_build_object(), 'fences', '')
  ELSE (SELECT json_build_object('isKeeper', ${RULES}, 'fences', coalesce(${FENCES}, ''),
      'unreachable', coalesce(string_agg(n.id::text, ',') FILTER (WHERE n.role IS NULL), ''),
      'roles', coalesce(json_object_agg(n.id, (${ROLES})[n.role]) FILTER (WHERE n.role IS NOT NULL AND NOT ${RULES}), '{}'))
    FROM (${NAMED}) n) END)`;

/** Changes with whatever `REACH` reads of the organization of `m`; null where nothing has changed it. */
export const ACCESS_VERSION =
  '(SELECT version FROM access_versions WHERE organization_id = m.organization_id)';

/**
 * Whether the reach of a member `m` with the role `r` has to be read: that of guests, and of others where something in the
 * organization names people or has a fence, as in few. Owners and Admins reach all of it, unless the organization keeps them from it.
 */
export const IS_LIMITED = `(m.guest_of IS NOT NULL OR ((NOT ${RULES} OR ${TAKES_ACCESS}) AND (
  EXISTS (SELECT FROM datasets WHERE organization_id = m.organization_id AND access = 'named')
  OR EXISTS (SELECT FROM datasets WHERE organization_id = m.organization_id AND fence_key IS NOT NULL)
  OR EXISTS (SELECT FROM workspaces WHERE organization_id = m.organization_id AND access = 'named'))))`;

/**
 * Returns a WITH clause with `held`, which waits for changes of who may see a dataset or workspace, and keeps others out until
 * the transaction ends: who has lost access does not give it back by a write that waited for it. `organization` and
 * `id` are parameters.
 */
export const heldSql = (kind: AccessKind, organization: string, id: string): string =>
  `WITH held AS (SELECT FROM ${kind}s WHERE organization_id = ${organization} AND id = ${id} FOR KEY SHARE)`;

/** Has the streams of all datasets of an organization that name people look again. `tx` is a tenant's transaction. */
export const noteAccessChanges = (tx: Queryable, organizationId: string): Promise<void> =>
  reachingAll(tx, async () => {
    const rows = await tx.query<{ id: string }>(
      `SELECT id FROM datasets WHERE organization_id = $1 AND access = 'named'`,
      [organizationId],
    );
    await noteAccessChange(
      tx,
      rows.map(({ id }) => id),
    );
  });

/** Has every stream of a dataset look again who may read it: as with each of its changes. `tx` is a tenant's transaction. */
export async function noteAccessChange(
  tx: Queryable,
  datasetIds: readonly string[],
): Promise<void> {
  for (const id of datasetIds) await tx.query(`CALL note_change($1, '{}', false, true)`, [id]);
}

/** What each role for a dataset or workspace may do there, as a role of the organization. */
const ROLE_OF: Record<AccessRole, RoleName> = {
  Manager: 'Admin',
  Editor: 'Editor',
  Reader: 'Viewer',
  Searcher: 'Viewer',
};

/** Returns a member's role where a request is about a dataset or workspace: that for it, if there is one. */
export function effectiveRole(role: RoleName, path: string): RoleName {
  const forObject = accessRoleHere(path);
  return forObject === null ? role : ROLE_OF[forObject];
}

/** Returns the role of the caller, for whom this runs, for the dataset or workspace of a path; null where that names nobody. */
export function accessRoleHere(path: string): AccessRole | null {
  const object = objectOfPath(path);
  return object === undefined ? null : roleHere(object.id);
}

export type AccessKind = 'dataset' | 'workspace';

const OBJECT =
  /^\/api\/v1\/(dataset|workspace)s\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/|$)/i;

/** Returns the dataset or workspace that a path is about. The path of a request is decoded. */
export function objectOfPath(path: string): { kind: AccessKind; id: string } | undefined {
  const [, kind, id] = OBJECT.exec(path) ?? [];
  if (id === undefined) return undefined;
  return { kind: kind === 'dataset' ? 'dataset' : 'workspace', id: id.toLowerCase() };
}

/**
 * Returns the role of the caller, for whom this runs, for a dataset or workspace; null where it names nobody, and for
 * Owners and Admins.
 */
const roleHere = (id: string): AccessRole | null =>
  (reachHere().roles[id.toLowerCase()] as AccessRole | undefined) ?? null;

/** Whether the caller, for whom this runs, keeps a dataset or workspace without seeing what is in it. */
export const isKept = (id: string): boolean =>
  reachHere().kept?.includes(id.toLowerCase()) === true;

/** Adds what the caller may do with a dataset or workspace that names people: who only keeps it is its Keeper. */
export const withRole = <Shown extends { id: string }>(object: Shown) => ({
  ...object,
  role: isKept(object.id) ? 'Keeper' : roleHere(object.id),
});

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
 * Requires that no document of a dataset can be behind a fence for the caller: for what holds many of them as one file.
 * @throws {Problem} 403
 */
export function requireUnfenced(datasetId: string): void {
  if (isFenced(datasetId)) {
    throw forbidden(
      'Some documents of this dataset are for their groups only. Download single documents.',
    );
  }
}

/**
 * Requires that the caller may change documents of a dataset, where that names people.
 * @throws {Problem} 403 for a Reader and a Searcher of it.
 */
export function requireEditor(datasetId: string, action: string): void {
  const role = roleHere(datasetId);
  if (role === 'Reader' || role === 'Searcher') {
    throw forbidden(`Only a Manager or Editor of this dataset can ${action}.`);
  }
}

/**
 * Requires more than searching of the dataset or workspace of the path, now and whenever the caller's rights are read
 * again. Follows what finds the caller.
 *
 * @example routes.get('/datasets/:id/documents/:documentId/content', member, beyondSearching(), handler);
 */
export const beyondSearching = (): MiddlewareHandler<ApiEnv> => (c, next) => {
  const object = objectOfPath(c.req.path);
  if (object !== undefined) {
    c.get('rights').check(() => {
      if (object.kind === 'dataset') requireOpenable(object.id);
      else if (roleHere(object.id) === 'Searcher') {
        throw forbidden('You can search this workspace, and see nothing else of it.');
      }
    });
  }
  return next();
};
