import type { Database, Queryable } from '../database.ts';
import { DatabaseRefused } from '../database-error.ts';

/**
 * The tables of contents, which hold most of the bytes. Each statement of the product names one organization, whose
 * rows are on one worker. All others stay on the coordinator.
 */
export const DISTRIBUTED_TABLES = [
  'document_blocks',
  'ocr_pages',
  'chunks',
  'chunk_vectors',
  'vector_segments',
  'search_parts',
  'search_segments',
  'search_blocks',
] as const;

// An arbitrary number that no other program on the same database uses.
const DISTRIBUTION_LOCK = 4_915_200_734;

/**
 * Distributes the tables of contents over the workers of a Citus cluster, by organization. Copies the rows that
 * there are and locks the tables meanwhile. Returns false where they are distributed already.
 * @throws {DatabaseRefused}
 */
export async function distributeTables(database: Database): Promise<boolean> {
  if (!(await hasCitus(database))) {
    throw new DatabaseRefused(
      'DATABASE_DISTRIBUTED=citus needs a database with the extension citus.',
    );
  }
  return database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [DISTRIBUTION_LOCK]);
    const [{ workers, distributed } = { workers: 0, distributed: 0 }] = await tx.query<{
      workers: number;
      distributed: number;
    }>(
      `SELECT (SELECT count(*) FROM citus_get_active_worker_nodes()) AS workers,
         (SELECT count(*) FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
           WHERE c.relname = ANY ($1)) AS distributed`,
      [DISTRIBUTED_TABLES],
    );
    if (distributed === DISTRIBUTED_TABLES.length) return false;
    if (workers === 0) {
      throw new DatabaseRefused(
        'DATABASE_DISTRIBUTED=citus needs workers: add each with citus_add_node.',
      );
    }
    await distribute(tx);
    return true;
  });
}

export async function hasCitus(database: Queryable): Promise<boolean> {
  const [found] = await database.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  return found !== undefined;
}

async function distribute(tx: Queryable): Promise<void> {
  await tx.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`);
  // A worker is reached as the current role.
  await tx.query('ALTER ROLE carrel_tenant LOGIN');
  const references = await dropReferences(tx);
  for (const [index, table] of DISTRIBUTED_TABLES.entries()) {
    await tx.query(
      `SELECT create_distributed_table($1::regclass, 'organization_id', colocate_with => $2)`,
      [table, index === 0 ? 'none' : DISTRIBUTED_TABLES[0]],
    );
  }
  for (const { table, name, definition } of references) {
    await tx.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  }
  await tx.query(DELETE_CONTENTS);
}

interface Reference {
  table: string;
  name: string;
  definition: string;
}

/** Drops what the tables refer to, and returns what they can refer to again: each other. */
async function dropReferences(tx: Queryable): Promise<Reference[]> {
  const references = await tx.query<Reference & { isInside: boolean }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name,
       pg_get_constraintdef(oid) AS definition, confrelid = ANY (tables) AS "isInside"
     FROM pg_constraint, (SELECT $1::text[]::regclass[]::oid[] AS tables) t
     WHERE contype = 'f' AND conrelid = ANY (tables)`,
    [DISTRIBUTED_TABLES],
  );
  for (const { table, name } of references) {
    await tx.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  }
  return references.filter(({ isInside }) => isInside);
}

/** Does what the references to a table did: its rows' contents go with them. */
const deleteContents = (
  owner: 'documents' | 'datasets',
  { tables, column }: { tables: readonly (typeof DISTRIBUTED_TABLES)[number][]; column: string },
): string => `
  CREATE FUNCTION delete_contents_of_${owner}() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    deleted record;
  BEGIN
    FOR deleted IN SELECT organization_id, array_agg(id) AS ids FROM old_rows GROUP BY 1 LOOP
      ${tables.map((table) => `DELETE FROM ${table} WHERE organization_id = deleted.organization_id AND ${column} = ANY (deleted.ids);`).join('\n      ')}
    END LOOP;
    RETURN NULL;
  END $$;
  CREATE TRIGGER delete_contents AFTER DELETE ON ${owner} REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION delete_contents_of_${owner}();
`;

const DELETE_CONTENTS = [
  deleteContents('documents', {
    tables: ['chunks', 'document_blocks', 'search_parts', 'ocr_pages'],
    column: 'document_id',
  }),
  deleteContents('datasets', { tables: ['search_segments'], column: 'dataset_id' }),
].join('');
