import { DatabaseRefused } from '../database-error.ts';
import type { Queryable } from '../queryable.ts';

/** The name that statements and migrations have for the role of tenants' transactions. */
export const TENANT_ROLE = 'carrel_tenant';

interface Rights {
  user: string;
  database: string;
  /** Null where the search path leads to no schema that the user may use. */
  schema: string | null;
  /** The role that the tables of a migrated database are for. */
  used: string | null;
  mayCreate: boolean | null;
  mayCreateRoles: boolean;
  /** The owner of the tables, where it is another role. */
  owner: string | null;
  /** The roles of both names that exist, and whether the user is a member. */
  roles: Record<string, { isMember: boolean; mayUse: boolean | null }>;
}

const RIGHTS = `SELECT current_user AS "user", current_database() AS database, current_schema() AS schema,
  (SELECT r.rolname FROM pg_policy p JOIN pg_roles r ON r.oid = ANY (p.polroles)
    WHERE p.polrelid = to_regclass('datasets') AND p.polname = 'tenant' LIMIT 1) AS used,
  has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate",
  (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user) AS "mayCreateRoles",
  (SELECT o.rolname FROM pg_class c JOIN pg_roles o ON o.oid = c.relowner
    WHERE c.oid = to_regclass('migrations') AND NOT pg_has_role(current_user, o.oid, 'USAGE')) AS owner,
  coalesce((SELECT json_object_agg(rolname, json_build_object(
      'isMember', pg_has_role(current_user, oid, 'MEMBER'),
      'mayUse', has_schema_privilege(oid, current_schema(), 'USAGE')))
    FROM pg_roles WHERE rolname = ANY ($1)), '{}') AS roles`;

/**
 * Returns the role of tenants in a database: the one that its tables are for, else one of its own, else the one that
 * databases share. Roles are of a whole server, and that one may be another owner's.
 */
export async function findTenantRole(database: Queryable): Promise<string> {
  const { own, rights } = await readRights(database);
  return roleOf(rights, own);
}

/**
 * @throws {DatabaseRefused} if the role of the URL cannot create the tables and the tenant's role, with the SQL by
 * which an administrator lets it.
 */
export async function requireRights(database: Queryable): Promise<void> {
  const { own, rights } = await readRights(database);
  const missing = missingRights(rights, roleOf(rights, own));
  if (missing.length === 0) return;
  throw new DatabaseRefused(
    `The role ${rights.user} of DATABASE_URL lacks rights on the database ${rights.database}. As an administrator, connected to that database, run: ${missing.join(' ')}`,
  );
}

async function readRights(database: Queryable) {
  const [{ name } = { name: '' }] = await database.query<{ name: string }>(
    'SELECT current_database() AS name',
  );
  // At most 63 bytes, without quotes.
  const own = `${TENANT_ROLE}_${name.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_')}`.slice(0, 63);
  const [rights] = await database.query<Rights>(RIGHTS, [[TENANT_ROLE, own]]);
  if (rights === undefined) throw new Error('The database gave no rights');
  return { own, rights };
}

function roleOf({ used, roles, mayCreateRoles }: Rights, own: string): string {
  if (used !== null) return used;
  if (roles[own]?.isMember === true) return own;
  const shared = roles[TENANT_ROLE];
  const isOurs = shared === undefined ? mayCreateRoles : shared.isMember;
  return isOurs ? TENANT_ROLE : own;
}

function missingRights(rights: Rights, role: string): string[] {
  const { owner, schema, mayCreate, mayCreateRoles, roles } = rights;
  const user = quoted(rights.user);
  const known = roles[role];
  if (owner !== null) {
    return [
      `REASSIGN OWNED BY ${quoted(owner)} TO ${user}; (or connect as ${owner}, to whom the tables belong)`,
    ];
  }
  return [
    ...(schema !== null && mayCreate === true
      ? []
      : [`GRANT USAGE, CREATE ON SCHEMA ${quoted(schema ?? 'public')} TO ${user};`]),
    ...(known === undefined && !mayCreateRoles ? [`CREATE ROLE ${role} NOLOGIN;`] : []),
    ...((known === undefined ? mayCreateRoles : known.isMember)
      ? []
      : [`GRANT ${role} TO ${user};`]),
    ...(known?.mayUse === false && mayCreate !== true
      ? [`GRANT USAGE ON SCHEMA ${quoted(schema ?? 'public')} TO ${role};`]
      : []),
  ];
}

const quoted = (name: string) =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
