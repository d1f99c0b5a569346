import { hashFile } from './hash-file.ts';
import type { FileHash } from './hash-file.ts';

/** Files of a batch that are read at the same time. */
const AT_ONCE = 16;

/** Returns the hash of each file, in their order; undefined for one that cannot be read. */
export async function hashBatch(files: readonly File[]): Promise<(FileHash | undefined)[]> {
  const hashes: (FileHash | undefined)[] = [];
  let next = 0;
  const run = async () => {
    for (let at = next++; at < files.length; at = next++) {
      const file = files[at];
      hashes[at] = file && (await hashFile(file).catch(() => undefined));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  return hashes;
}
