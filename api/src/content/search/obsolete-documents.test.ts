import { expect, test } from 'vitest';

import type { ChunkKey } from './search-repository.ts';
import { ObsoleteDocuments } from './obsolete-documents.ts';

const chunk = (documentId: string, attempt: string): ChunkKey => ({
  documentId,
  attempt,
  number: 0,
});

const documents = new Map([
  ['a', {}],
  ['b', {}],
]);

test('a document that was replaced is a reason to search again once', () => {
  const obsolete = new ObsoleteDocuments();
  const search = (...candidates: ChunkKey[]) =>
    obsolete.addChanged(
      candidates,
      candidates.filter(({ attempt }) => attempt === 'new'),
      documents,
    );
  expect(search(chunk('a', 'old'))).toBe(true);
  expect(search(chunk('a', 'old'))).toBe(false);
  expect(search(chunk('a', 'old'), chunk('b', 'old'))).toBe(true);
  expect(search(chunk('a', 'older'), chunk('a', 'new'))).toBe(false);
  // It is deleted, or does not pass the filter.
  expect(search(chunk('absent', 'old'))).toBe(false);
});
