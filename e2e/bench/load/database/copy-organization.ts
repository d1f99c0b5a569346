import type { Database } from '@carrel/api/database';
import { storedColumns } from '@carrel/api/database';

/** Tables of an organization's datasets, each after those that it refers to. */
const TABLES = [
  'organizations',
  'datasets',
  'folders',
  'documents',
  'chunks',
  'search_segments',
  'search_blocks',
  'search_parts',
] as const;

/** Columns that are an id, which each copy has its own of, by table. */
const IDS = new Set(['organization_id', 'dataset_id', 'document_id', 'segment_id']);
/** What a copy has not: files of an archive, and others that contain a document. */
const WITHOUT = new Set(['archive_id', 'bytes_key', 'container_id', 'attempt', 'turn']);
const PER_STATEMENT = 20;

/**
 * Copies an organization with its datasets, documents, chunks and their index by SQL, as the organizations number
 * `from` to `to`, which nobody belongs to.
 */
export async function copyOrganization(
  database: Database,
  organizationId: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  for (let first = from; first <= to; first += PER_STATEMENT) {
    const last = Math.min(to, first + PER_STATEMENT - 1);
    await database.transaction(async (tx) => {
      // Without the checks of references, of which the rows that are copied have had theirs.
      await tx.query('SET LOCAL session_replication_role = replica');
      for (const table of TABLES) {
        const of = table === 'organizations' ? 'id' : 'organization_id';
        const columns = await storedColumns(tx, table);
        const values = columns.map((column) => {
          if (WITHOUT.has(column)) return 'NULL';
          const isId = IDS.has(column) || column === 'id';
          return isId ? `md5(t.${column}::text || copy)::uuid` : `t.${column}`;
        });
        await tx.query(
          `INSERT INTO ${table} (${columns.join(', ')})
           SELECT ${values.join(', ')} FROM ${table} t, generate_series($2::int, $3::int) AS copy WHERE t.${of} = $1`,
          [organizationId, first, last],
        );
      }
    });
  }
}
