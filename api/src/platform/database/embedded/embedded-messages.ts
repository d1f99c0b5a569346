import type { TenantParameters } from '../reach.ts';

/** The start parameters of the embedded database's thread. */
export interface EmbeddedStart {
  /** The database's folder. */
  directory: string;
  /** Whether a commit is flushed to the disk. */
  fsync: boolean;
}

export type EmbeddedRequest =
  | { id: number; sql: string; parameters: readonly unknown[] | undefined; transactional: boolean }
  /** A statement outside of any transaction; see `Database.queryOnce`. */
  | {
      id: number;
      preparedSql: string;
      parameters: readonly unknown[];
      /** What `ENTER_TENANT` gets. */
      tenant: TenantParameters | undefined;
    }
  | { id: number; command: 'close' };

/** How long the statement held the connection, in milliseconds. */
interface Held {
  held: number;
}

export type EmbeddedResponse =
  | ({ id: number; rows: unknown[] } & Held)
  | ({
      id: number;
      refused: { message: string; code: string; constraint: string | undefined };
    } & Held)
  | { ready: true }
  | { failed: string };
