import { hashBatch } from './hash-batch.ts';

/** Hashes batches of files off the page's thread, one after the other. */
addEventListener('message', ({ data }: MessageEvent<readonly File[]>) => {
  void hashBatch(data).then((hashes) => postMessage(hashes));
});
