import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Source hashes, keyed by package. */
type SourceHashes = Record<string, string>;

const fileIn = (folder: string) => path.join(folder, '.built.json');

/** Returns the source hashes of the packages that were built into a folder. */
export async function readHashes(folder: string): Promise<SourceHashes> {
  try {
    return JSON.parse(await readFile(fileIn(folder), 'utf8')) as SourceHashes;
  } catch {
    return {};
  }
}

/** Stores the source hashes of packages that were built into a folder; others stay unchanged. */
export async function storeHashes(folder: string, hashes: SourceHashes): Promise<void> {
  await mkdir(folder, { recursive: true });
  const all = { ...(await readHashes(folder)), ...hashes };
  await writeFile(fileIn(folder), JSON.stringify(all, null, 2));
}
