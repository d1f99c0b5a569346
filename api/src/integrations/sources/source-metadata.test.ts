import type { DocumentList } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readJson } from '@carrel/testing/server-fixture.ts';
import { createSourcesFixture } from '@carrel/testing/sources/source-fixture.ts';
import { createTestKind, createTestPlace } from '@carrel/testing/sources/test-kind.ts';

let shared: Awaited<ReturnType<typeof createSourcesFixture>>;
const place = createTestPlace();

beforeAll(async () => {
  shared = await createSourcesFixture(createTestKind(place));
});
afterAll(() => shared.close());

test('what a source says of a document is its metadata, and changes with it', async () => {
  place.files.set('a.txt', { text: 'A.', metadata: { source_groups: ['Board'] } });
  const fixture = await shared.source(await shared.pipeline.withNewDataset(), { approve: true });
  await fixture.perform();
  await fixture.documents();
  const metadata = async () => {
    const [document] = await fixture.pipeline.documents();
    const path = `/datasets/${fixture.pipeline.datasetId}/documents/${document?.id}`;
    const detail = (await (await fixture.pipeline.call('GET', path)).json()) as {
      metadata: { key: string; value: unknown }[];
    };
    return JSON.stringify(detail.metadata);
  };
  expect(await metadata()).toContain('Board');
  place.files.set('a.txt', { text: 'A.', metadata: { source_groups: ['Sales'] } });
  await fixture.run();
  expect(await metadata()).toContain('Sales');
  expect(await metadata()).not.toContain('Board');
});

const board = { source_groups: ['Board'] };

async function fenced() {
  const pipeline = await shared.pipeline.withNewDataset();
  const { datasetId, organizationId, server } = pipeline;
  const set = await pipeline.call('PUT', `/datasets/${datasetId}/access`, {
    access: 'organization',
    fence: 'source_groups',
  });
  expect(set.status).toBe(204);
  const reader = await server.member(organizationId, 'Viewer');
  const seen = async () => {
    const response = await reader.call('GET', `/datasets/${datasetId}/documents?limit=200`, {
      organizationId,
    });
    return (await readJson<DocumentList>(response)).documents.map(({ path }) => path);
  };
  return { pipeline, seen, fixture: await shared.source(pipeline, { approve: true }), reader };
}

describe('a fence of what a source says', () => {
  test('hides a document at every moment from those whom it does not name', async () => {
    place.files.clear();
    place.files.set('open.txt', { text: 'Open.' });
    place.files.set('board.txt', { text: 'Closed.', metadata: board });
    const { pipeline, seen, fixture, reader } = await fenced();
    const moments = new Set<string>();
    const done = new AbortController();
    const look = async () => {
      while (!done.signal.aborted) for (const path of await seen()) moments.add(path);
    };
    const looking = look();
    await fixture.perform();
    await fixture.documents();
    place.files.set('board.txt', { text: 'Closed again.', metadata: board });
    place.files.set('new.txt', { text: 'New.', metadata: board });
    await fixture.run();
    await fixture.documents();
    done.abort();
    await looking;
    expect([...moments]).toEqual(['open.txt']);
    const group = { name: 'Board', account_ids: [reader.accountId] };
    await pipeline.call('POST', `/organizations/${pipeline.organizationId}/groups`, group);
    expect((await seen()).toSorted()).toEqual(['board.txt', 'new.txt', 'open.txt']);
    place.files.set('board.txt', { text: 'Closed again.', metadata: { source_groups: ['Sales'] } });
    await fixture.run();
    expect((await seen()).toSorted()).toEqual(['new.txt', 'open.txt']);
  });

  test('is not that of a worker which began before it changed', async () => {
    place.files.clear();
    place.files.set('board.txt', { text: 'Closed.', metadata: board });
    const { pipeline, fixture } = await fenced();
    await fixture.perform();
    await fixture.documents();
    const { database } = pipeline.server;
    const ids = [pipeline.datasetId];
    await database.query(
      'UPDATE documents SET reprocessing = true, attempt = gen_random_uuid() WHERE dataset_id = $1',
      ids,
    );
    place.files.set('board.txt', { text: 'Closed.', metadata: { source_groups: ['Sales'] } });
    await fixture.run();
    expect(
      await database.query('SELECT attempt FROM documents WHERE dataset_id = $1', ids),
    ).toEqual([{ attempt: null }]);
  });
});

test('a Viewer and another organization reach no source', async () => {
  const pipeline = await shared.pipeline.withNewDataset();
  const { datasetId, organizationId, server } = pipeline;
  const { sourceId } = await shared.source(pipeline);
  const path = `/datasets/${datasetId}/sources/${sourceId}`;
  const viewer = await server.member(organizationId, 'Viewer');
  expect((await viewer.call('GET', path, { organizationId })).status).toBe(403);
  const other = await pipeline.withNewOrganization();
  for (const [method, below] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/runs'],
    ['POST', '/runs/cancel'],
    ['GET', '/objects?state=added'],
  ] as const) {
    expect((await other.call(method, path + below)).status).toBe(404);
  }
});
