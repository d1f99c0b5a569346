import { readFileSync } from 'node:fs';

import type { ArchiveSource } from '@carrel/api/src/platform/storage/archive-storage.ts';
import { readDirectory } from '@carrel/api/src/extraction/zip/read-directory.ts';
import { locateEntry, readWholeEntry } from '@carrel/api/src/extraction/zip/read-entry.ts';

const library = readFileSync(new URL('../../e2e/fixtures/team-library.zip', import.meta.url));

const source: ArchiveSource = {
  size: library.length,
  read: (start, length) => Promise.resolve(library.subarray(start, start + length)),
  close: () => Promise.resolve(),
};

/** Returns the bytes of one file of the team library. */
export async function readLibraryFile(path: string): Promise<Uint8Array> {
  const files = await readDirectory(source, { maxEntries: 100, maxUnpackedBytes: 1e8 });
  const file = files.find((each) => each.path === path);
  if (file === undefined) throw new Error(`The library has no file ${path}`);
  return readWholeEntry(source, await locateEntry(source, file));
}
