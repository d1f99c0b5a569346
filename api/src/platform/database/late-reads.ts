import type { Database } from './database.ts';
import type { Reader } from './reader.ts';
import { formatLogPosition, parseLogPosition } from './replicas/log-position.ts';
import type { ReplicaStatus } from './replicas/replicas.ts';

/**
 * Returns reads that see all that was committed up to the position `seen`, and may be a second old in all else.
 * They run on the primary where there are no replicas, and for a text that is no position.
 */
export function lateReader(database: Database, seen: string | undefined): Reader {
  const { replicas } = database;
  if (replicas === undefined) return database;
  if (seen === undefined) return replicas.readerAt(undefined);
  const position = parseLogPosition(seen);
  return position === undefined ? database : replicas.readerAt(position);
}

/**
 * Runs `work` and returns the position of what it committed, for `lateReader`; undefined if it committed nothing,
 * or if every read sees it anyway.
 */
export async function positionAfter(
  { replicas }: Database,
  work: () => Promise<void>,
): Promise<string | undefined> {
  if (replicas === undefined) {
    await work();
    return undefined;
  }
  const position = await replicas.positionOf(work);
  return position === undefined ? undefined : formatLogPosition(position);
}

/** Resolves, within a second, once no late read of any instance can miss what was committed before the call. */
export async function untilReadable({ replicas }: Database): Promise<void> {
  await replicas?.settle();
}

/** Where late reads ran. */
export interface LateReadCounts {
  primary: number;
  /** In the order of the settings. */
  replicas: readonly ReplicaStatus[];
}

/** Returns where late reads ran; undefined where none is late. */
export const lateReadCounts = ({ replicas }: Database): LateReadCounts | undefined =>
  replicas && { primary: replicas.readsOfPrimary(), replicas: replicas.statuses() };
