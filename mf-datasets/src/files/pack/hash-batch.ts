import { hashFile } from './hash-file.ts';
import type { FileHash } from './hash-file.ts';

/** Small files of a batch that are read at the same time; larger ones are held in memory one by one. */
const AT_ONCE = 16;
const SMALL_BYTES = 4 * 1024 * 1024;

/** Returns the hash of each file, in their order; undefined for one that cannot be read. */
export async function hashBatch(files: readonly File[]): Promise<(FileHash | undefined)[]> {
  const hashes: (FileHash | undefined)[] = [];
  const hash = async (file: File, at: number) => {
    hashes[at] = await hashFile(file).catch(() => undefined);
  };
  const entries = files.entries();
  const large: [number, File][] = [];
  const run = async () => {
    for (const [at, file] of entries) {
      if (file.size > SMALL_BYTES) large.push([at, file]);
      else await hash(file, at);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  for (const [at, file] of large) await hash(file, at);
  return hashes;
}
