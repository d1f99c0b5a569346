import { hashBatch } from './hash-batch.ts';
import type { BatchFile, HashedBatch } from './hash-batch.ts';

type HashBatch = (files: readonly BatchFile[]) => Promise<HashedBatch>;

/** Files of a batch: progress is known after each, and handing them over is a short task of the page. */
const BATCH = 32;

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
  const worker = startWorker();
  try {
    const hashed: HashedFiles = { hashes: [], packs: [] };
    for (let before = 0; before < files.length; before += BATCH) {
      signal.throwIfAborted();
      const { hashes, pack } = await worker.hash(files.slice(before, before + BATCH));
      hashed.hashes.push(...hashes);
      if (pack !== undefined) {
        hashed.packs.push({ ...pack, places: pack.places.map((place) => before + place) });
      }
      onProgress(hashed.hashes.length);
    }
    return hashed;
  } finally {
    worker.end();
  }
}

/** Returns a worker; where the browser starts none, as from another origin, the page hashes itself. */
function startWorker(): { hash: HashBatch; end: () => void } {
  let worker: Worker;
  try {
    worker = new Worker(new URL('hash-worker.ts', import.meta.url));
  } catch {
    return { hash: hashBatch, end: () => undefined };
  }
  let hasFailed = false;
  const hash: HashBatch = (files) =>
    hasFailed
      ? hashBatch(files)
      : new Promise((resolve, reject) => {
          const settled = new AbortController();
          const listening = { signal: settled.signal };
          const take = ({ data }: MessageEvent<HashedBatch>) => {
            settled.abort();
            resolve(data);
          };
          const hashHere = () => {
            settled.abort();
            hasFailed = true;
            hashBatch(files).then(resolve, reject);
          };
          worker.addEventListener('message', take, listening);
          worker.addEventListener('error', hashHere, listening);
          worker.postMessage(files, []);
        });
  return { hash, end: () => worker.terminate() };
}
