import { expect, test } from 'vitest';

import { createArchivesInProgress } from './archives-in-progress.ts';

test('the run that ends last has the archive to finalize', () => {
  const archives = createArchivesInProgress();
  const endFirst = archives.begin(new Set(['manuals', 'notes']));
  const endSecond = archives.begin(new Set(['manuals']));

  expect(endSecond()).toEqual([]);
  expect(endFirst()).toEqual(['manuals', 'notes']);

  expect(archives.begin(new Set(['manuals']))()).toEqual(['manuals']);
});
