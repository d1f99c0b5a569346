import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The hash of the sources of each package that something was made from. */
type SourceHashes = Record<string, string>;

const fileIn = (folder: string) => path.join(folder, '.built.json');

/** What the content of a folder was made from. */
export async function readHashes(folder: string): Promise<SourceHashes> {
  try {
    return JSON.parse(await readFile(fileIn(folder), 'utf8')) as SourceHashes;
  } catch {
    return {};
  }
}

/** Notes what packages in a folder were made from; the others stay as they were noted. */
export async function noteHashes(folder: string, hashes: SourceHashes): Promise<void> {
  await mkdir(folder, { recursive: true });
  const all = { ...(await readHashes(folder)), ...hashes };
  await writeFile(fileIn(folder), JSON.stringify(all, null, 2));
}
