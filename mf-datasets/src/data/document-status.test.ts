import { describe, expect, test } from 'vitest';

import { isInProgress, lookOfStatus } from './document-status.ts';

describe('what a status is called', () => {
  test.each([
    ['ingested', 'Processing', true],
    ['partitioned', 'Partitioned', true],
    ['chunked', 'Chunked', true],
    ['embedded', 'Ready', false],
    ['partitioning_error', 'Partition Error', false],
    ['chunking_error', 'Chunk Error', false],
    ['embedding_error', 'Embed Error', false],
    ['EMBEDDED', 'Ready', false],
    ['Ingested', 'Processing', true],
    ['Quarantined', 'Quarantined', false],
    ['constructor', 'constructor', false],
  ])('%s is %s, in progress: %s', (status, label, working) => {
    expect(lookOfStatus(status).label).toBe(label);
    expect(isInProgress(status)).toBe(working);
  });

  test.each([
    ['ingested', 'neutral'],
    ['partitioned', 'info'],
    ['chunked', 'info'],
    ['embedded', 'success'],
    ['embedding_error', 'danger'],
  ])('%s has the colour of its group in summaries: %s', (status, tone) => {
    expect(lookOfStatus(status).tone).toBe(tone);
  });

  test('only documents in processing pulse, and only errors are red', () => {
    const statuses = ['ingested', 'partitioned', 'chunked', 'embedded', 'chunking_error'];
    expect(statuses.filter((status) => lookOfStatus(status).pulse)).toEqual(['ingested']);
    expect(statuses.filter((status) => lookOfStatus(status).tone === 'danger')).toEqual([
      'chunking_error',
    ]);
  });
});
