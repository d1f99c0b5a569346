import { createHash } from 'node:crypto';

import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import { GRAPH_SCHEMA, graphSchemaSql, type GraphSupport } from './graph-schema.ts';

// An arbitrary number that no other program on the same database uses.
const SET_UP_LOCK = 4_915_200_733;
const NOBODY = '00000000-0000-0000-0000-000000000000';

const supports = new WeakMap<Database, GraphSupport>();

/** Returns how graphs are made on a database; undefined where they are not. */
export const graphSupport = (database: Database): GraphSupport | undefined =>
  supports.get(database);

/**
 * Prepares a database on a server for graphs of vectors: creates the extension pgvector where it may, and
 * the schema of graphs. Where that fails, the log says why, and vectors are searched without. Servers that
 * start at the same time wait for each other.
 */
export async function setUpGraphs(database: Database, log: Log): Promise<void> {
  if (database.kind !== 'postgres') return;
  try {
    const { version, ...support } = await database.transaction(setUp);
    // As those who search: neither the library nor a right is missing.
    await database.read(NOBODY, (tx) =>
      tx.query(
        `SELECT '[1]'::${support.schema}.halfvec OPERATOR(${support.schema}.<=>) '[1]'::${support.schema}.halfvec`,
      ),
    );
    supports.set(database, support);
    log.info('pgvector is used for large datasets', { version });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.info('pgvector is not used', { reason });
  }
}

interface Extension {
  version: string;
  schema: string;
  usable: boolean;
}

async function setUp(tx: Queryable): Promise<GraphSupport & { version: string }> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [SET_UP_LOCK]);
  // Triggers are added: writers that come meanwhile wait behind this.
  await tx.query(`SET LOCAL lock_timeout = '5s'`);
  const [other] = await tx.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  if (other !== undefined) throw new Error('Citus does not distribute its tables');
  const { schema, version, usable } = (await findExtension(tx)) ?? (await createExtension(tx));
  // halfvec came with 0.7, iterative scans with 0.8.
  if (!isFrom(version, 7)) throw new Error(`${version} is older than 0.7`);
  if (!usable) await tx.query(`GRANT USAGE ON SCHEMA ${schema} TO carrel_tenant`);
  await createSchema(tx, graphSchemaSql(`${schema}.halfvec`));
  return { schema, version, isIterative: isFrom(version, 8) };
}

function isFrom(version: string, minor: number): boolean {
  const [first = 0, second = 0] = version.split('.').map(Number);
  return first > 0 || second >= minor;
}

async function findExtension(tx: Queryable): Promise<Extension | undefined> {
  const [extension] = await tx.query<Extension>(
    `SELECT e.extversion AS version, quote_ident(n.nspname) AS schema,
       has_schema_privilege('carrel_tenant', n.oid, 'USAGE') AS usable
     FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector'`,
  );
  return extension;
}

async function createExtension(tx: Queryable): Promise<Extension> {
  const [available] = await tx.query(`SELECT FROM pg_available_extensions WHERE name = 'vector'`);
  if (available === undefined) throw new Error('the server does not have it');
  await tx.query('CREATE EXTENSION vector');
  const created = await findExtension(tx);
  if (created === undefined) throw new Error('the extension was not created');
  return created;
}

/**
 * Graphs can be made again from the segments: a schema of another version, or one whose triggers went with
 * the tables of an earlier database, is replaced.
 */
async function createSchema(tx: Queryable, sql: string): Promise<void> {
  const checksum = createHash('sha256').update(sql).digest('hex');
  const [current] = await tx.query(
    `SELECT FROM pg_namespace n WHERE n.nspname = '${GRAPH_SCHEMA}'
       AND obj_description(n.oid, 'pg_namespace') = $1
       AND EXISTS (SELECT FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
         WHERE t.tgrelid = 'vector_segments'::regclass AND p.pronamespace = n.oid)`,
    [checksum],
  );
  if (current !== undefined) return;
  await tx.query(`${sql}
    COMMENT ON SCHEMA ${GRAPH_SCHEMA} IS '${checksum}'`);
}
