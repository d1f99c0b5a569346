import { MOVED_HERE } from '@carrel/shared/contract/archive-rules';
import { expect, test } from 'vitest';

import { compareFiles, filesToCompare } from './compare-files.ts';
import { compareWithDataset, planUpload } from './plan-upload.ts';
import type { PathOutcome } from './plan-upload.ts';

/** A document at a path, with the path by which archives know it; all have one size and checksum. */
const document = (path: string, origin_path?: string) => ({
  path,
  size: 5,
  crc32: 7,
  ...(origin_path !== undefined && { origin_path }),
});
const extent = { bytes: 0, entries: 0, unpacked: 0 };

const described = ({ path, outcome, moved_to: to, moved_from: from }: PathOutcome) =>
  [
    path,
    outcome,
    ...(to === undefined ? [] : ['at', to]),
    ...(from === undefined ? [] : ['from', from]),
  ].join(' ');

/** Plans a zip of unchanged files, with what it lacks removed. */
async function plan(
  documents: readonly ReturnType<typeof document>[],
  paths: string[],
  { rule, folder = '' }: { rule?: string; folder?: string } = {},
) {
  const files = paths.map((path) => ({ path, size: 5, crc32: 7 }));
  const present = { documents: [...documents], moved_documents: rule };
  const { entries } = planUpload(
    await compareWithDataset({ files, extent }, present),
    true,
    folder,
  );
  return entries.map(described);
}

test('a moved document is known by its earlier path, and is no orphan', async () => {
  const documents = [document('b'), document('moved/a', 'a')];
  expect(await plan(documents, ['a', 'b'])).toEqual(['a unchanged at moved/a', 'b unchanged']);
});

test('by the other rule it goes back', async () => {
  const documents = [document('b'), document('moved/a', 'a')];
  expect(await plan(documents, ['a', 'b'], { rule: 'follow' })).toEqual([
    'a unchanged from moved/a',
    'b unchanged',
  ]);
});

test('one that goes back frees a path to which another one goes back, or a file comes', async () => {
  const documents = [document('a', 'b'), document('b', 'c'), document('x', 'a')];
  expect(await plan(documents, ['a', 'b', 'c', 'x'], { rule: 'follow' })).toEqual([
    'a unchanged from x',
    'b unchanged from a',
    'c unchanged from b',
    'x added',
  ]);
});

test('documents that changed places keep them', async () => {
  const documents = [document('a', 'b'), document('b', 'a')];
  for (const rule of ['keep', 'follow']) {
    expect(await plan(documents, ['a', 'b'], { rule })).toEqual([
      'a unchanged at b',
      'b unchanged at a',
    ]);
  }
});

test('a file at whose path another document was moved is refused', async () => {
  const documents = [document('new', 'a')];
  expect(await plan(documents, ['a', 'new'])).toEqual(['a unchanged at new', 'new refused']);
});

test('what the source has moved, too, is known by its new path', async () => {
  const documents = [document('moved/a', 'a')];
  expect(await plan(documents, ['moved/a'])).toEqual(['moved/a unchanged']);
});

test('a document that took the earlier path is known by it', async () => {
  const documents = [document('a'), document('moved/a', 'a')];
  expect(await plan(documents, ['a'])).toEqual(['a unchanged']);
});

test('what is lacking is removed where it is, in the folder in which archives know it', async () => {
  const documents = [document('f/in', 'g/in'), document('g/out', 'f/out')];
  expect(await plan(documents, ['other'], { folder: 'f' })).toEqual([
    'other added',
    'g/out removed',
  ]);
  expect(await plan(documents, ['g/in', 'f/out'])).toEqual([
    'g/in unchanged at f/in',
    'f/out unchanged at g/out',
  ]);
});

test('of chosen files, those are compared whose documents were moved, and those are not sent that are refused', async () => {
  const prepared = {
    files: ['a', 'c', 'new'].map((path) => ({ path, file: path })),
    refused: [],
  };
  const present = { documents: [document('new', 'a')], isPartialKnown: true };
  expect(filesToCompare(prepared, present).map(({ path }) => path)).toEqual(['a', 'new']);
  const hash = { size: 5, crc32: 7, sha256: 'abc' };
  const hashes = new Map(prepared.files.map(({ path }) => [path, hash]));
  const { comparison, readable, sent } = await compareFiles(prepared, hashes, present);
  expect(comparison.entries).toEqual([
    { path: 'a', outcome: 'unchanged', moved_to: 'new' },
    { path: 'c', outcome: 'added' },
    { path: 'new', outcome: 'refused', reason: MOVED_HERE },
  ]);
  expect(readable.map(({ path }) => path)).toEqual(['a', 'c']);
  expect([...sent].map(({ path }) => path)).toEqual(['c']);
});
