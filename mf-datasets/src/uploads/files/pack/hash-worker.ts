import { batchesOf, hashBatch } from './hash-batch.ts';
import type { BatchFile } from './hash-batch.ts';

const files: BatchFile[] = [];

/** Takes files; after `null` hashes them off the page's thread, one batch after the other. */
addEventListener('message', ({ data }: MessageEvent<BatchFile | null>) => {
  if (data === null) void hashAll();
  else files.push(data);
});

async function hashAll(): Promise<void> {
  for (const batch of batchesOf(files)) postMessage(await hashBatch(batch));
}
