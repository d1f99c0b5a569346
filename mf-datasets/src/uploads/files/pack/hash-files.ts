import { forEachYielding } from '@carrel/shared/packing';

import { batchesOf, hashBatch } from './hash-batch.ts';
import type { BatchFile, HashedBatch } from './hash-batch.ts';

/** The hashes of files in their order, and packs with places among all of them. */
export interface HashedFiles {
  hashes: HashedBatch['hashes'];
  packs: NonNullable<HashedBatch['pack']>[];
}

/**
 * Hashes files, and packs small ones that will be sent. Calls `onProgress` with the number of files that are
 * done.
 */
export async function hashFiles(
  files: readonly BatchFile[],
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<HashedFiles> {
  const hashed: HashedFiles = { hashes: [], packs: [] };
  const take = ({ hashes, pack }: HashedBatch) => {
    const before = hashed.hashes.length;
    hashed.hashes.push(...hashes);
    if (pack !== undefined) {
      hashed.packs.push({ ...pack, places: pack.places.map((place) => before + place) });
    }
    onProgress(hashed.hashes.length);
  };
  if (files.length === 0) return hashed;
  const worker = startWorker();
  try {
    if (worker !== undefined) await hashInWorker(worker, files, { take, signal });
  } catch (error) {
    if (!(error instanceof WorkerNotStarted)) throw error;
  } finally {
    worker?.terminate();
  }
  for (const batch of batchesOf(files.slice(hashed.hashes.length))) {
    signal.throwIfAborted();
    take(await hashBatch(batch));
  }
  return hashed;
}

/** Where the browser starts no worker, as from another origin, the page hashes itself. */
function startWorker(): Worker | undefined {
  try {
    return new Worker(new URL('hash-worker.ts', import.meta.url));
  } catch {
    return undefined;
  }
}

/** The code of the worker could not be loaded. */
class WorkerNotStarted extends Error {
  override readonly name = 'WorkerNotStarted';
}

/**
 * Hands over all files before the first one is read: while a browser reads files, handing one over makes the
 * page wait for a millisecond or two.
 */
async function hashInWorker(
  worker: Worker,
  files: readonly BatchFile[],
  { take, signal }: { take: (hashed: HashedBatch) => void; signal: AbortSignal },
): Promise<void> {
  signal.throwIfAborted();
  let left = files.length;
  const hashed = new Promise<void>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<HashedBatch>) => {
      take(data);
      left -= data.hashes.length;
      if (left === 0) resolve();
    });
    worker.addEventListener('error', () => reject(new WorkerNotStarted('The worker has no code')));
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  const handOver = async () => {
    await forEachYielding(files, (file) => worker.postMessage(file, []), 16);
    worker.postMessage(null, []);
  };
  await Promise.all([handOver(), hashed]);
}
