import type { Queryable } from './queryable.ts';

/** Reads of one organization. */
export interface Reader {
  /** Contents of documents are on other machines. Only this folder asks: others use `readContents`. */
  readonly isDistributed?: boolean;
  read<T>(organizationId: string, work: (tx: Queryable) => Promise<T>): Promise<T>;
  queryOnce<Row>(
    sql: string,
    parameters: readonly unknown[],
    organizationId: string,
  ): Promise<Row[]>;
}
