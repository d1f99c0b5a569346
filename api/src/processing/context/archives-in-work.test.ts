import { expect, test } from 'vitest';

import { createArchivesInWork } from './archives-in-work.ts';

test('the run that ends last has the archive to finalize', () => {
  const archives = createArchivesInWork();
  const endFirst = archives.begin(new Set(['manuals', 'notes']));
  const endSecond = archives.begin(new Set(['manuals']));

  expect(endSecond()).toEqual([]);
  expect(endFirst()).toEqual(['manuals', 'notes']);

  expect(archives.begin(new Set(['manuals']))()).toEqual(['manuals']);
});
