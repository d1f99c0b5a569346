import { expect, test } from 'vitest';

import { compareWithDataset, planUpload } from './plan-upload.ts';
import type { Present } from './plan-upload.ts';

const DOCUMENTS = [
  { path: 'same.txt', size: 5, crc32: 7 },
  { path: 'longer.txt', size: 5, crc32: 7 },
  { path: 'other.txt', size: 5, crc32: 7 },
  { path: 'unknown.txt', size: 5, crc32: null },
  { path: 'locked.txt', size: 5, crc32: 7 },
  { path: 'gone.txt', size: 5, crc32: 7 },
];
const FILES = [
  { path: 'new.txt', size: 1, crc32: 1 },
  { path: 'same.txt', size: 5, crc32: 7 },
  { path: 'longer.txt', size: 6, crc32: 7 },
  { path: 'other.txt', size: 5, crc32: 8 },
  { path: 'unknown.txt', size: 5, crc32: 8 },
  { path: 'locked.txt', size: 5, crc32: 7, fault: 'It is locked.' },
];

const extent = { bytes: 2048, entries: 6, unpacked: 31 };

async function planOf(deleteOrphans: boolean, limits?: Present['limits']) {
  const present = { documents: DOCUMENTS, limits };
  return planUpload(await compareWithDataset({ files: FILES, extent }, present), deleteOrphans);
}
const outcomesOf = async (deleteOrphans: boolean) =>
  (await planOf(deleteOrphans)).entries.map(({ path, outcome }) => `${path} ${outcome}`);

test('a path is added, changed, unchanged, refused or removed', async () => {
  expect(await outcomesOf(true)).toEqual([
    'new.txt added',
    'same.txt unchanged',
    'longer.txt changed',
    'other.txt changed',
    'unknown.txt changed',
    'locked.txt refused',
    'gone.txt removed',
  ]);
});

test('nothing is removed unless orphans are', async () => {
  expect(await outcomesOf(false)).not.toContain('gone.txt removed');
});

test('counts add up to the entries', async () => {
  const { counts } = await planOf(true);
  expect(counts).toEqual({
    added: 1,
    changed: 3,
    unchanged: 1,
    refused: 1,
    removed: 1,
    total: 7,
  });
});

test.each([
  [{ max_upload_bytes: 1536 }, 'The archive is larger than 1.5 KB, the most that is taken.'],
  [{ max_entries: 5 }, 'The archive holds more than 5 entries. Split it and upload the parts.'],
  [
    { max_unpacked_bytes: 30 },
    'The archive would unpack to more than 0 MB. Split it and upload the parts.',
  ],
  [{ max_upload_bytes: 2048, max_entries: 6, max_unpacked_bytes: 31 }, undefined],
])('a server that takes at most %j says "%s"', async (less, refusal) => {
  const limits = { max_upload_bytes: 2 ** 32, max_entries: 2e5, max_unpacked_bytes: 2 ** 34 };
  expect((await planOf(false, { ...limits, ...less })).refusal).toBe(refusal);
});

test.each([
  [10, 9, false],
  [10, 8, true],
  [1, 0, true],
  [0, 0, false],
])('of %i documents, %i staying: much is %s', async (before, staying, much) => {
  const documents = Array.from({ length: before }, (_, n) => ({ path: `${n}`, size: 1, crc32: 1 }));
  const files = documents.slice(0, staying);
  const plan = planUpload(await compareWithDataset({ files, extent }, { documents }), true);
  expect(plan.removesMuch).toBe(much);
});
