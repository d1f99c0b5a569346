import type { Reader } from '../reader.ts';
import type { LogPosition } from './log-position.ts';

/** What is known of one replica. */
export interface ReplicaStatus {
  /** `away` if it cannot be reached, `late` if it lacks what is older than a second. */
  state: 'used' | 'late' | 'away';
  /** Bytes of the log that it has not replayed, and the age of what it replayed last while there are any. */
  lagBytes: number;
  lagSeconds: number;
  /** Reads that it answered, and those that the primary repeated because it failed. */
  reads: number;
  repeated: number;
}

/** The replicas of a database. Every instance has the same ones. */
export interface Replicas {
  /**
   * Returns reads that see all that was committed up to `seen` and, whichever instance or replica runs
   * them, all that was committed a second before. Those of one reader never go back in time. `work` may
   * run twice: what fails on a replica is repeated on the primary.
   */
  readerAt(seen: LogPosition | undefined): Reader;
  /** Runs `work` and returns a position that includes what it committed; undefined if it committed nothing. */
  positionOf(work: () => Promise<void>): Promise<LogPosition | undefined>;
  /** Resolves, within a second, once no reader of any instance can miss what was committed before the call. */
  settle(): Promise<void>;
  /** Returns what is known of each replica, in the order of the settings. */
  statuses(): ReplicaStatus[];
  /** Reads of `readerAt` that the primary answered. */
  readsOfPrimary(): number;
}
