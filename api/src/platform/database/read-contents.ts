import type { Reader } from './reader.ts';

/** A statement that reads rows of an organization. */
export interface Statement {
  /** `$1` is the organization. */
  sql: string;
  /** Those from `$2` on. */
  parameters: readonly unknown[];
}

/** What runs statements of an organization, wherever its contents are. */
export type ContentsReader = Pick<Reader, 'isDistributed' | 'queryOnce'>;

/** The same read, for databases that hold documents and their contents together, and for those that do not. */
export interface ContentsRead<Row, Current> {
  /** Joins contents to documents. */
  joined: Statement;
  /** Reads contents alone, and then what says which of their documents are current. */
  separate: { contents: () => Statement; documents: Statement };
  /** Returns the contents of current documents. */
  keep: (contents: Row[], documents: Current[]) => Row[];
}

/**
 * Reads contents of documents, with what their documents say. A statement about one table is planned on a cluster
 * in two thirds of the time of a join.
 */
export async function readContents<Row, Current>(
  reader: ContentsReader,
  organizationId: string,
  { joined, separate, keep }: ContentsRead<Row, Current>,
): Promise<Row[]> {
  const run = <Result>({ sql, parameters }: Statement) =>
    reader.queryOnce<Result>(sql, [organizationId, ...parameters], organizationId);
  if (reader.isDistributed !== true) return run<Row>(joined);
  const contents = await run<Row>(separate.contents());
  return keep(contents, await run<Current>(separate.documents));
}
