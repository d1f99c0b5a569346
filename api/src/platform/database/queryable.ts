/** Runs SQL with `$1` parameters. Without parameters the text may hold several statements, whose rows are returned as one list. */
export interface Queryable {
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}
