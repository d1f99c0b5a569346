import type { SearchResponse } from '@carrel/shared/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { writeLegacyIndex } from '@carrel/testing/retrieval/legacy-index.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { listLegacyIndexes } from '../../../search-index/segment-repository.ts';
import { resumeIndexing } from './index-documents-job.ts';

const NAMES = ['first.txt', 'second.txt', 'third.txt'];

let fixture: PipelineFixture;

beforeAll(async () => {
  fixture = await createPipelineFixture();
  await fixture.uploadFiles(
    Object.fromEntries(NAMES.map((name) => [name, `Engines of the ${name.slice(0, -4)} kind.`])),
  );
});
afterAll(() => fixture.close());

async function found(query: string): Promise<string[]> {
  const { datasetId } = fixture;
  const response = await fixture.call('POST', `/datasets/${datasetId}/search`, { query });
  const { results } = await readJson<SearchResponse>(response);
  return results.map(({ document }) => document.name).toSorted();
}

test('an index of an earlier version is searched until each of its documents has a new one', async () => {
  const { server, organizationId, datasetId } = fixture;
  const { database, queue } = server.dependencies;
  await writeLegacyIndex(database, organizationId, datasetId);
  expect(await found('engine')).toEqual(NAMES);
  expect(await found('"of the second"')).toEqual(['second.txt']);
  const legacy = () => listLegacyIndexes(database);
  expect(await legacy()).toEqual([{ organizationId, datasetId }]);
  await resumeIndexing(database, queue);
  // A document that gets its new index in the very moment of a search may be missed by it.
  while ((await legacy()).length > 0) {
    expect((await found('engine')).length).toBeGreaterThanOrEqual(NAMES.length - 1);
  }
  expect(await found('engine')).toEqual(NAMES);
  // Only the new index has words that say nothing.
  expect(await found('of the')).toEqual(NAMES);
});
