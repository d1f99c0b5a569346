import { Pool, types, type CustomTypesConfig, type PoolClient } from 'pg';

import { DatabaseUnavailable } from '../database-error.ts';
import { DISCARD_PLANS, PlanTtl } from '../plan-ttl.ts';
import { nameTenantRole, run } from './run-statements.ts';
import { TENANT_ROLE } from './tenant-role.ts';

/** Of a pool. An instance has one for requests, and one for background work. */
const CONNECTIONS = 8;
const CONNECT_MILLISECONDS = 4000;

const { INT8 } = types.builtins;

const parsers: CustomTypesConfig = {
  getTypeParser: (type, format) => {
    if (type === INT8 && format !== 'binary') return Number;
    return format === 'binary'
      ? types.getTypeParser(type, 'binary')
      : types.getTypeParser(type, 'text');
  },
};

export interface ConnectionPool {
  /** Runs a task on one connection. @throws {DatabaseUnavailable} if there is none. */
  withClient<T>(task: (client: PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The name of a role that is read from the database. */
export interface TenantRole {
  name: string;
}

interface PoolOptions {
  connections?: number;
  connectMilliseconds?: number;
  /** After which a statement fails and its connection is closed; undefined for never. */
  queryMilliseconds?: number;
  /** The role of tenants, once it is known. */
  tenantRole?: TenantRole;
  /** Called when an idle connection is lost. */
  onLost?: () => void;
}

/** Creates a pool of connections to PostgreSQL at `url`. */
export function createConnectionPool(
  url: string,
  {
    connections = CONNECTIONS,
    connectMilliseconds = CONNECT_MILLISECONDS,
    queryMilliseconds,
    tenantRole = { name: TENANT_ROLE },
    onLost = ignore,
  }: PoolOptions = {},
): ConnectionPool {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectMilliseconds,
    query_timeout: queryMilliseconds,
    keepAlive: true,
    // Statements are sent without waiting for the results of earlier ones; see `runInOneTrip`.
    pipeline: true,
    types: parsers,
    application_name: 'carrel',
  });
  // The pool replaces an idle connection that fails; without a listener the process would exit.
  pool.on('error', onLost);

  const planTtls = new WeakMap<PoolClient, PlanTtl>();
  const discardOldPlans = (client: PoolClient) => {
    const ttl = planTtls.get(client) ?? new PlanTtl();
    planTtls.set(client, ttl);
    // Sent ahead of the next statement. A PostgreSQL-compatible database may refuse it; that is fine.
    if (ttl.isOver()) run(client, DISCARD_PLANS).catch(ignore);
  };

  const withClient: ConnectionPool['withClient'] = async (task) => {
    const client = await pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable('The database cannot be reached', { cause: error });
    });
    // A connection that breaks also rejects its statement, which is where it is handled.
    client.on('error', ignore);
    let broken = false;
    discardOldPlans(client);
    nameTenantRole(client, tenantRole.name);
    try {
      return await task(client);
    } catch (error) {
      broken = error instanceof DatabaseUnavailable;
      throw error;
    } finally {
      client.off('error', ignore);
      client.release(broken || client.getTransactionStatus() !== 'I');
    }
  };
  return { withClient, close: () => pool.end() };
}

function ignore(): void {}
