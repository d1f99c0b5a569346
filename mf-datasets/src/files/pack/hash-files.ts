import type { FileHash } from './hash-file.ts';
import { hashBatch } from './hash-batch.ts';

type Hashes = (FileHash | undefined)[];
type HashBatch = (files: readonly File[]) => Promise<Hashes>;

/** Files of a batch: progress is known after each. */
const BATCH = 200;

/**
 * Returns the hash of each file, in their order; undefined for one that cannot be read. Calls `onProgress` with
 * the number of files that are done.
 */
export async function hashFiles(
  files: readonly File[],
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Hashes> {
  const worker = startWorker();
  try {
    const hashes: Hashes = [];
    for (const batch of batchesOf(files)) {
      signal.throwIfAborted();
      hashes.push(...(await worker.hash(batch)));
      onProgress(hashes.length);
    }
    return hashes;
  } finally {
    worker.end();
  }
}

function* batchesOf(files: readonly File[]): Generator<readonly File[]> {
  for (let at = 0; at < files.length; at += BATCH) yield files.slice(at, at + BATCH);
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
          const take = ({ data }: MessageEvent<Hashes>) => {
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
