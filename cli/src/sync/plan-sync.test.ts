import type { Found, Present } from '@carrel/shared/packing';
import { describe, expect, test } from 'vitest';

import { SYMBOLIC_LINK } from '../files/describe-fault.ts';
import type { LocalFile } from '../files/local-file.ts';
import { changesSomething, planSync, prepareLocal } from './plan-sync.ts';
import { splitArchives } from '../archives/split-archives.ts';

const MEGABYTE = 1024 ** 2;
const LIMITS = {
  max_upload_bytes: 10 * MEGABYTE,
  max_entries: 4,
  max_unpacked_bytes: 20 * MEGABYTE,
};

const file = (path: string, size = 4): Found<LocalFile> => ({
  path,
  file: { absolute: `/lib/${path}`, size, modified: 1n, inode: 1n },
});
const present = (...paths: string[]): Present => ({
  documents: paths.map((path) => ({ path, size: 4, crc32: 7 })),
  limits: LIMITS,
  isPartialKnown: true,
});

/** Plans files, all of which have the checksum of the documents unless it is given. */
async function plan(
  found: Found<LocalFile>[],
  before: Present,
  options: { folder?: string; isRemoving?: boolean; changed?: string[]; faults?: string[] } = {},
) {
  const { folder = '', isRemoving = false, changed = [], faults = [] } = options;
  const prepared = prepareLocal(found, before, folder);
  const read = prepared.files.filter(({ path }) => !faults.includes(path));
  const hashes = new Map(
    read.map(({ path, file: { size } }) => [
      path,
      { size, crc32: changed.includes(path) ? 8 : 7, sha256: path },
    ]),
  );
  const hashed = { hashes, faults: new Map(faults.map((path) => [path, 'No permission.'])) };
  return planSync(prepared, hashed, before, { folder, isRemoving });
}

const outcomes = ({ plan: { entries } }: Awaited<ReturnType<typeof plan>>) =>
  entries.map(({ path, outcome }) => `${outcome} ${path}`);

describe('the plan', () => {
  test('has what is added, changed, unchanged and removed, in one folder', async () => {
    const planned = await plan(
      [file('new.md'), file('old.md'), file('same.md')],
      present('HR/old.md', 'HR/same.md', 'HR/gone.md', 'other.md'),
      { folder: 'HR', isRemoving: true, changed: ['HR/old.md'] },
    );
    expect(outcomes(planned)).toEqual([
      'added HR/new.md',
      'changed HR/old.md',
      'unchanged HR/same.md',
      'removed HR/gone.md',
    ]);
    expect([...planned.compared.sent].map(({ path }) => path)).toEqual(['HR/new.md', 'HR/old.md']);
  });

  test('is to do nothing where all is unchanged, or nothing can be read', async () => {
    expect(changesSomething(await plan([file('a.md')], present('a.md')))).toBe(false);
    const unread = await plan([file('a.md')], present('a.md'), { faults: ['a.md'] });
    expect(changesSomething(unread)).toBe(false);
    expect(outcomes(unread)).toEqual(['refused a.md']);
  });

  test('knows moved documents by the paths of their files, and removes none of a file that cannot be read', async () => {
    const moved = { path: 'moved/b.md', origin_path: 'b.md', size: 4, crc32: 7 };
    const before = present('a.md');
    before.documents.push(moved);
    const planned = await plan([file('a.md'), file('b.md')], before, {
      isRemoving: true,
      changed: ['b.md'],
    });
    expect(outcomes(planned)).toEqual(['unchanged a.md', 'changed b.md']);
    const unread = await plan([file('a.md'), file('b.md')], before, {
      isRemoving: true,
      faults: ['b.md'],
    });
    expect(unread.isRemoving).toBe(false);
  });

  test('removes nothing while a file or a folder with documents cannot be read', async () => {
    for (const unread of [
      [file('a.md'), file('b.md')],
      [file('a.md'), { path: 'closed', fault: 'No permission.' }],
    ]) {
      const planned = await plan(unread, present('a.md', 'b.md', 'closed/c.md', 'gone.md'), {
        isRemoving: true,
        faults: unread.some(({ path }) => path === 'b.md') ? ['b.md'] : [],
      });
      expect(planned.isRemoving).toBe(false);
      expect(planned.plan.counts.removed).toBe(0);
      expect(planned.notes.join(' ')).toMatch(/^Nothing is removed/u);
    }
  });

  test('removes in spite of a link that no document has the name of', async () => {
    const found = [file('a.md'), { path: 'link.md', fault: SYMBOLIC_LINK }];
    const planned = await plan(found, present('a.md', 'gone.md'), { isRemoving: true });
    expect(outcomes(planned)).toEqual(['unchanged a.md', 'refused link.md', 'removed gone.md']);
  });

  test('never empties a dataset because a folder is empty', async () => {
    const planned = plan([], present('a.md'), { isRemoving: true });
    await expect(planned).rejects.toThrow(/so nothing is removed/u);
  });

  test('refuses one file that is too large alone', async () => {
    const planned = await plan([file('a.md'), file('film.bin', 11 * MEGABYTE)], present());
    expect(outcomes(planned)).toEqual(['added a.md', 'refused film.bin']);
    expect(planned.plan.entries[1]?.reason).toBe(
      'This file is larger than 10 MB, the most that is taken.',
    );
  });

  test('names files that differ by case only', async () => {
    const { notes } = await plan([file('A.md'), file('a.md')], present());
    expect(notes).toEqual([
      'These names differ by case only, and become a document each: A.md, a.md.',
    ]);
  });
});

const split = async (isRemoving: boolean, sizes: number[], unchanged = 0) => {
  const same = Array.from({ length: unchanged }, (_, at) => `same-${at}.md`);
  const found = [
    ...same.map((path) => file(path)),
    ...sizes.map((size, at) => file(`${at}`, size)),
  ];
  const before = present(...same);
  const { compared, hashes } = await plan(found, before);
  return splitArchives(compared, hashes, before.limits, isRemoving).map(({ readable, sent }) => [
    readable.length,
    sent.size,
  ]);
};

describe('archives', () => {
  test('are one, with an entry for each file, where the server takes it', async () => {
    expect(await split(false, [1, 2], 2)).toEqual([[4, 2]]);
  });

  test('are several where they would be too large, and the last one names all to remove others', async () => {
    const sizes = [6 * MEGABYTE, 6 * MEGABYTE, 1];
    expect(await split(false, sizes)).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(await split(true, sizes, 1)).toEqual([
      [1, 1],
      [4, 2],
    ]);
  });

  test('have no more entries than the server takes', async () => {
    expect(await split(false, [1, 1, 1, 1, 1, 1], 3)).toEqual([
      [4, 4],
      [2, 2],
    ]);
    await expect(split(true, [1, 1, 1, 1, 1])).rejects.toThrow(/more than 4 entries/u);
  });
});
