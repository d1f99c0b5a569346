import { hashBatch } from './hash-batch.ts';
import type { BatchFile } from './hash-batch.ts';

/** Hashes batches of files off the page's thread, one after the other. */
addEventListener('message', ({ data }: MessageEvent<readonly BatchFile[]>) => {
  void hashBatch(data).then((hashed) => postMessage(hashed));
});
