import type { WebhookDelivery } from '@carrel/shared/contract/organization';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { NO_WORKERS, createSource } from '@carrel/testing/sources/source-fixture.ts';
import { createTestKind, createTestPlace } from '@carrel/testing/sources/test-kind.ts';
import { openSources } from '../sources/open-sources.ts';
import { SourceError } from '../sources/source-error.ts';

let shared: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  shared = await createPipelineFixture();
});
afterAll(() => shared.close());

beforeEach(async () => {
  fixture = await shared.withNewDataset();
  await fixture.server.database.query('DELETE FROM webhook_endpoints');
});

const EVENTS = ['document.ready', 'document.failed', 'archive.completed', 'dataset.deleted'];

/** Creates a webhook and returns its path. */
async function create(input: object = {}): Promise<string> {
  const all = `/organizations/${fixture.organizationId}/webhooks`;
  const json = { name: 'Index', url: 'https://hooks.example.com/', events: EVENTS, ...input };
  const { id } = await readJson<{ id: string }>(await fixture.call('POST', all, json));
  return `${all}/${id}`;
}

async function noted(path: string): Promise<Pick<WebhookDelivery, 'type' | 'data'>[]> {
  const { deliveries } = await readJson<{ deliveries: WebhookDelivery[] }>(
    await fixture.call('GET', `${path}/deliveries`),
  );
  return deliveries.map(({ type, data }) => ({ type, data })).toReversed();
}

const upload = () =>
  fixture.uploadFiles({ 'notes/a.md': '# A note', 'broken.pdf': '%PDF-1.7 and nothing else' });

test('documents that are ready or failed, and the archive after them, are told', async () => {
  const path = await create();
  await upload();
  const { organizationId: organization_id, datasetId: dataset_id } = fixture;
  const events = await noted(path);
  expect(events).toHaveLength(3);
  expect(events).toContainEqual({
    type: 'document.ready',
    data: {
      organization_id,
      dataset_id,
      document_id: expect.any(String),
      archive_id: expect.any(String),
      path: 'notes/a.md',
      status: 'embedded',
    },
  });
  expect(events).toContainEqual({
    type: 'document.failed',
    data: expect.objectContaining({
      path: 'broken.pdf',
      status: 'partitioning_error',
      error: expect.stringMatching(/\w/),
    }),
  });
  expect(events.at(-1)).toEqual({
    type: 'archive.completed',
    data: {
      organization_id,
      dataset_id,
      archive_id: expect.any(String),
      name: 'library.zip',
      status: 'completed',
    },
  });
});

test('a document that was told is told again when it changes, and not when it does not', async () => {
  await fixture.uploadFiles({ 'a.md': 'First', 'b.md': 'Same' });
  const path = await create({ events: ['document.ready'] });
  await fixture.uploadFiles({ 'a.md': 'Second', 'b.md': 'Same' });
  expect((await noted(path)).map(({ data }) => data['path'])).toEqual(['a.md']);
});

test('a dataset that is deleted is told', async () => {
  const path = await create();
  await fixture.call('DELETE', `/datasets/${fixture.datasetId}`);
  expect(await noted(path)).toEqual([
    {
      type: 'dataset.deleted',
      data: { organization_id: fixture.organizationId, dataset_id: fixture.datasetId },
    },
  ]);
});

test('a run of a source that has ended or failed is told, with what it did', async () => {
  const path = await create({ events: ['source.completed', 'source.failed'] });
  const { organizationId: organization_id, datasetId: dataset_id, server } = fixture;
  const place = createTestPlace();
  place.files.set('a.txt', { text: 'A.' });
  const kind = createTestKind(place);
  const { context, stop } = await openSources(server.dependencies, NO_WORKERS, () =>
    Promise.resolve(kind),
  );
  const source = await createSource(fixture, context.sources, { name: 'Papers', approve: true });
  await source.perform();
  // The webhooks of later tests are told of all datasets.
  await fixture.waitUntilProcessed();
  place.fault = new SourceError('sign_in');
  await source.run();
  await stop();
  const told = {
    organization_id,
    dataset_id,
    source_id: source.sourceId,
    run_id: expect.any(String),
    name: 'Papers',
    changed: 0,
    moved: 0,
    removed: 0,
    failed: 0,
  };
  expect(await noted(path)).toEqual([
    { type: 'source.completed', data: { ...told, status: 'completed', added: 1 } },
    {
      type: 'source.failed',
      data: { ...told, status: 'failed', added: 0, error: expect.stringMatching(/password/) },
    },
  ]);
});

test('a webhook is told of the events and datasets that it is for, and nothing while it is disabled', async () => {
  const other = await fixture.withNewDataset();
  const ready = await create({ events: ['document.ready'] });
  const elsewhere = await create({ dataset_ids: [other.datasetId] });
  const disabled = await create();
  await fixture.call('PATCH', disabled, { enabled: false });
  await upload();
  expect((await noted(ready)).map(({ data }) => data['path'])).toEqual(['notes/a.md']);
  expect(await noted(elsewhere)).toEqual([]);
  expect(await noted(disabled)).toEqual([]);
});

test('where contents are kept from Owners and Admins, a webhook of all is not told of what names people', async () => {
  const { organizationId, datasetId, server } = fixture;
  const ofAll = await create();
  const ofOne = await create({ dataset_ids: [datasetId] });
  await server.database.query('UPDATE organizations SET admins_take_access = true WHERE id = $1', [
    organizationId,
  ]);
  const taken = await fixture.call('PUT', `/datasets/${datasetId}/access`, { access: 'named' });
  expect(taken.status).toBe(204);
  await fixture.call('POST', `/datasets/${datasetId}/access/take`);
  await upload();
  expect(await noted(ofAll)).toEqual([]);
  expect(await noted(ofOne)).toHaveLength(3);

  await server.database.query('DELETE FROM access_entries WHERE dataset_id = $1', [datasetId]);
  expect(await noted(ofOne)).toEqual([]);
  const moved = await fixture.call('PATCH', ofOne, { url: 'https://hooks.example.org/' });
  expect(moved.status).toBe(403);
});
