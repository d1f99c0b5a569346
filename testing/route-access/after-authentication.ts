import type { Database } from '@carrel/api/src/platform/database/database.ts';

/** Finding the caller is the last thing that happens before the body of a request is read. */
const CALLER = /FROM sessions|FROM api_keys k JOIN|FROM oauth_grants g/;

/** What happens between the authentication of a request and its handler. */
export interface AfterAuthentication {
  /** Gives the server a database that runs `next`. */
  wrapDatabase: (database: Database) => Database;
  /** Runs once, after the next request has been authenticated. */
  next: (() => Promise<void>) | undefined;
  /** How often a caller was found. */
  found: number;
  /** Runs before each statement of an organization. */
  onRead: (() => Promise<void>) | undefined;
}

export function createAfterAuthentication(): AfterAuthentication {
  const hook: AfterAuthentication = {
    next: undefined,
    found: 0,
    onRead: undefined,
    wrapDatabase: (database) => ({
      ...database,
      queryOnce: async <Row>(
        sql: string,
        parameters: readonly unknown[],
        organizationId?: string,
      ) => {
        const rows = await database.queryOnce<Row>(sql, parameters, organizationId);
        const isCaller = CALLER.test(sql);
        if (!isCaller && organizationId !== undefined) await hook.onRead?.();
        if (isCaller) hook.found += 1;
        const run = isCaller ? hook.next : undefined;
        if (run !== undefined) {
          hook.next = undefined;
          await run();
        }
        return rows;
      },
    }),
  };
  return hook;
}

const TABLES = [
  'organizations',
  'memberships',
  'invitations',
  'workspaces',
  'workspace_datasets',
  'test_questions',
  'test_answers',
  'test_runs',
  'datasets',
  'archives',
  'uploads',
  'documents',
  'account_emails',
  'scim_users',
  'scim_groups',
  'member_groups',
  'member_group_members',
  'access_entries',
  'access_requests',
  'identity_providers',
  'webhook_endpoints',
  'organization_domains',
  'audit_records',
  'outbox',
];

/** Everything that a route could have changed. */
export async function contents(database: Database): Promise<unknown> {
  const parts = TABLES.map(
    (table) =>
      `SELECT '${table}' AS name, count(*) AS count, md5(string_agg(t::text, '' ORDER BY t::text)) AS sum FROM ${table} t`,
  );
  return database.query(
    `${parts.join(' UNION ALL ')} UNION ALL SELECT 'jobs', count(*), '' FROM jobs`,
  );
}
