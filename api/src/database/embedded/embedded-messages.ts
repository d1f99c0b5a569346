/** The start parameters of the embedded database's thread. */
export interface EmbeddedStart {
  /** The database's folder; undefined keeps everything in memory. */
  directory: string | undefined;
  /** The initial content of a database in memory. */
  dump: Uint8Array | undefined;
}

export type EmbeddedRequest =
  | { id: number; sql: string; parameters: readonly unknown[] | undefined; transactional: boolean }
  /** A statement outside of any transaction; see `Database.queryOnce`. */
  | {
      id: number;
      preparedSql: string;
      parameters: readonly unknown[];
      organizationId: string | undefined;
    }
  | { id: number; command: 'dump' | 'close' };

export type EmbeddedResponse =
  | { id: number; rows: unknown[] }
  | { id: number; dump: Uint8Array }
  | { id: number; refused: { message: string; code: string; constraint: string | undefined } }
  | { ready: true }
  | { failed: string };
