import { createHash } from 'node:crypto';

import type { Database, Queryable } from '../../../platform/database/database.ts';
import { withVectorExtension } from '../../../platform/database/vector-extension.ts';
import type { Log } from '../../../platform/log.ts';
import { GRAPH_SCHEMA, graphSchemaSql, type GraphSupport } from './graph-schema.ts';

const supports = new WeakMap<Database, GraphSupport>();

/** Returns how graphs are made on a database; undefined where they are not. */
export const graphSupport = (database: Database): GraphSupport | undefined =>
  supports.get(database);

/**
 * Prepares a database with pgvector for graphs of vectors. Where that fails, the log says why, and vectors are
 * searched without.
 */
export async function setUpGraphs(database: Database, log: Log): Promise<void> {
  try {
    const support = await withVectorExtension(database, (tx, { schema }) =>
      createSchema(tx, graphSchemaSql(`${schema}.halfvec`)),
    );
    if (support === undefined) return;
    const { version, ...kept } = support;
    supports.set(database, kept);
    log.info('pgvector is used for large datasets', { version });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.info('pgvector is not used', { reason });
  }
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
