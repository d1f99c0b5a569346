/** What the thread of the embedded database is started with. */
export interface EmbeddedStart {
  /** The database's folder; undefined keeps everything in memory. */
  directory: string | undefined;
  /** A dump to begin with, for a database in memory. */
  dump: Uint8Array | undefined;
}

export type EmbeddedRequest =
  | { id: number; sql: string; parameters: readonly unknown[] | undefined; transactional: boolean }
  /** Outside of any transaction; see `Database.queryOnce`. */
  | {
      id: number;
      asked: string;
      parameters: readonly unknown[];
      organizationId: string | undefined;
    }
  | { id: number; command: 'dump' | 'close' };

export type EmbeddedReply =
  | { id: number; rows: unknown[] }
  | { id: number; dump: Uint8Array }
  | { id: number; refused: { message: string; code: string; constraint: string | undefined } }
  | { ready: true }
  | { failed: string };
