import type { Archive } from '@carrel/shared/contract';

import type { Archives } from '../nouns/archives.ts';
import type { CallOptions } from '../requests/call.ts';
import type { Connection } from '../requests/connection.ts';

const SHORTEST_MS = 300;
const LONGEST_MS = 5000;

/** What an archive waits for; `documents` are those that are not processed yet. */
export type ReadyProgress =
  | { state: 'merging' | 'paused' }
  | { state: 'processing'; documents: number };

export interface ReadyOptions extends CallOptions {
  /** Is told with each look. */
  onProgress?: ((progress: ReadyProgress) => void) | undefined;
}

/** Returns the waits between looks: longer each time. */
function* waits(): Generator<number, never, undefined> {
  for (let wait = SHORTEST_MS; ; wait = Math.min(LONGEST_MS, wait * 1.5)) yield wait;
}

/** Waits until an archive is merged into its dataset, or was refused, and returns it. */
export async function awaitMerged(
  connection: Connection,
  archives: Archives,
  [datasetId, id]: readonly [string, string],
  { onProgress, ...options }: ReadyOptions,
): Promise<Archive> {
  for (const wait of waits()) {
    const archive = await archives.get(datasetId, id, options);
    const { status, paused } = archive;
    // Of a server that says no status, it is not known.
    if (status !== 'pending' && status !== 'processing') return archive;
    onProgress?.({ state: paused === true ? 'paused' : 'merging' });
    await connection.wait(wait, options.signal);
  }
  throw new TypeError('The waits have no end.');
}

/** Waits until the documents of a merged archive are processed, or have failed. */
export async function awaitProcessed(
  connection: Connection,
  archives: Archives,
  [datasetId, id]: readonly [string, string],
  { onProgress, ...options }: ReadyOptions,
): Promise<void> {
  for (const wait of waits()) {
    const progress = await archives.progress(datasetId, options);
    const documents = progress.archives.find((each) => each.id === id)?.waiting ?? 0;
    if (documents === 0) return;
    onProgress?.({ state: 'processing', documents });
    await connection.wait(wait, options.signal);
  }
}
