import type { Database, Queryable } from './database.ts';

/** Rows of a distributed table that belong to documents. */
export interface ContentRows {
  /**
   * Returns a statement that writes the rows of those documents that are in the subquery `documents` (id, dataset_id,
   * version). `$1` is the organization; its own parameters are those from `$at` on.
   */
  write(documents: string, at: number): string;
  parameters: readonly unknown[];
  isEmpty: boolean;
}

/** A statement that locks or changes documents, and the contents that are written with them. */
export interface DocumentsWithContents {
  /** What stands between WITH and the SELECT of the documents. `$1` is the organization. */
  subqueries: string;
  /** Selects `id`, `dataset_id` and `version`, of the model's vectors, of the documents to write contents of. */
  select: string;
  parameters: readonly unknown[];
  contents: readonly ContentRows[];
}

/** Where contents are written: one statement at most, or a transaction. */
export interface ContentWriter extends Queryable {
  /** Contents are on other machines than documents: no statement can write both. */
  readonly isDistributed: boolean;
}

/** Statements of a transaction of `database`. */
export const contentWriter = (
  { isDistributed = false }: Pick<Database, 'isDistributed'>,
  tx: Queryable,
): ContentWriter => ({ query: (sql, parameters) => tx.query(sql, parameters), isDistributed });

/** Runs `work`, which needs a transaction only where contents are distributed. */
export function withContentWriter<T>(
  database: Pick<Database, 'isDistributed' | 'queryOnce' | 'tenant'>,
  organizationId: string,
  work: (writer: ContentWriter) => Promise<T>,
): Promise<T> {
  return database.isDistributed === true
    ? database.tenant(organizationId, (tx) => work(contentWriter(database, tx)))
    : work({
        query: (sql, parameters = []) => database.queryOnce(sql, parameters, organizationId),
        isDistributed: false,
      });
}

interface Target {
  id: string;
  dataset_id: string;
  version: number | null;
}

/** Writes documents and their contents: in one statement where they are in one database. Returns the documents' ids. */
export async function writeContents(
  writer: ContentWriter,
  { subqueries, select, parameters, contents }: DocumentsWithContents,
): Promise<string[]> {
  const [organizationId] = parameters;
  if (!writer.isDistributed) {
    let at = parameters.length + 1;
    const writes = contents.map((rows, index) => {
      const subquery = `, contents_${index} AS (${rows.write('targets', at)})`;
      at += rows.parameters.length;
      return subquery;
    });
    const written = await writer.query<{ id: string }>(
      `WITH ${subqueries}, targets AS MATERIALIZED (${select})${writes.join('')} SELECT id FROM targets`,
      [...parameters, ...contents.flatMap((rows) => rows.parameters)],
    );
    return written.map(({ id }) => id);
  }
  const targets = await writer.query<Target>(`WITH ${subqueries} ${select}`, parameters);
  if (targets.length === 0) return [];
  const columns = [
    targets.map(({ id }) => id),
    targets.map(({ dataset_id: datasetId }) => datasetId),
    targets.map(({ version }) => version),
  ];
  for (const rows of contents.filter(({ isEmpty }) => !isEmpty)) {
    await writer.query(
      `WITH targets AS (
         SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::bigint[]) AS t (id, dataset_id, version)
       ) ${rows.write('targets', 5)}`,
      [organizationId, ...columns, ...rows.parameters],
    );
  }
  return targets.map(({ id }) => id);
}
