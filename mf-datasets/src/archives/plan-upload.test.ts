import { expect, test } from 'vitest';

import { planUpload } from './plan-upload.ts';

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

const outcomesOf = (deleteOrphans: boolean) =>
  planUpload({ files: FILES }, DOCUMENTS, deleteOrphans).entries.map(
    ({ path, outcome }) => `${path} ${outcome}`,
  );

test('a path is added, changed, unchanged, refused or removed', () => {
  expect(outcomesOf(true)).toEqual([
    'new.txt added',
    'same.txt unchanged',
    'longer.txt changed',
    'other.txt changed',
    'unknown.txt changed',
    'locked.txt refused',
    'gone.txt removed',
  ]);
});

test('nothing is removed unless orphans are', () => {
  expect(outcomesOf(false)).not.toContain('gone.txt removed');
});

test('counts add up to the entries', () => {
  const { counts } = planUpload({ files: FILES }, DOCUMENTS, true);
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
  [10, 9, false],
  [10, 8, true],
  [1, 0, true],
  [0, 0, false],
])('of %i documents, %i staying: much is %s', (before, staying, much) => {
  const documents = Array.from({ length: before }, (_, n) => ({ path: `${n}`, size: 1, crc32: 1 }));
  const plan = planUpload({ files: documents.slice(0, staying) }, documents, true);
  expect(plan.removesMuch).toBe(much);
});
