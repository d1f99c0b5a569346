import type { TestSettings } from '@carrel/shared/contract';
import { expect, test } from 'vitest';

import { settingsChanges } from './settings-changes.ts';

const HANDBOOK = {
  id: '1',
  name: 'Handbook',
  chunk_size: 1200,
  chunk_overlap: 150,
  template: null,
  language: null,
};
const BEFORE: TestSettings = {
  mode: 'words',
  embedding_model: null,
  datasets: [HANDBOOK, { ...HANDBOOK, id: '2', name: 'Letters' }],
  searched: { documents: 12, chunks: 1234 },
};

test('settings that are the same have no changes', () => {
  expect(settingsChanges(BEFORE, BEFORE)).toEqual([]);
});

test('each change is a sentence', () => {
  const after: TestSettings = {
    mode: 'hybrid',
    embedding_model: 'minilm',
    datasets: [
      { ...HANDBOOK, chunk_size: 600, chunk_overlap: 50, template: 'abc', language: 'german' },
      { ...HANDBOOK, id: '3', name: 'Papers' },
    ],
    searched: { documents: 12, chunks: 2468 },
  };
  expect(settingsChanges(BEFORE, after)).toEqual([
    'Mode: words → hybrid',
    'Embedding model: none → minilm',
    'Chunk size of Handbook: 1,200 → 600',
    'Chunk overlap of Handbook: 150 → 50',
    'Language of Handbook: detected → german',
    'Chunk template of Handbook was changed',
    'Dataset Papers was attached',
    'Dataset Letters was detached',
    'Chunks: 1,234 → 2,468',
  ]);
});
