import { expect, test } from 'vitest';

import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import type { ArchiveSource } from '../../platform/storage/archive-storage.ts';
import { readArchive } from '../zip/read-archive.ts';
import { readDocument } from './read-document.ts';

const LIMITS = { maxEntries: 10, maxUnpackedBytes: 64 * 1024 * 1024 };

async function read(content: string) {
  const zip = buildZip([{ name: 'a.txt', content }]);
  const source: ArchiveSource = {
    size: zip.length,
    read: (start, length) => Promise.resolve(zip.subarray(start, start + length)),
    close: () => Promise.resolve(),
  };
  for await (const { location } of readArchive(source, LIMITS)) {
    if (location !== undefined) return readDocument(source, { location, name: 'a.txt' }, []);
  }
  throw new Error('The zip has no entry');
}

test('a line of repetition of 2.4 MB is read', async () => {
  const { blocks } = await read('word '.repeat(480_000));
  expect(blocks.reduce((sum, { text }) => sum + text.length, 0)).toBeGreaterThan(2_390_000);
});

test('a file of repetition that unpacks to more than two hundred times its size is not opened', async () => {
  await expect(read('0'.repeat(4 * 1024 * 1024))).rejects.toThrow(/unpacks to far more/);
});
