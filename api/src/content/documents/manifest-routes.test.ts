import { crc32 } from 'node:zlib';

import { manifestSchema, type Manifest } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

let fixture: PipelineFixture;

beforeAll(async () => {
  fixture = await createPipelineFixture();
});
afterAll(() => fixture.close());

async function manifest(query = ''): Promise<Manifest> {
  const response = await fixture.call('GET', `/datasets/${fixture.datasetId}/manifest${query}`);
  return parse(manifestSchema, await response.json());
}

test('a manifest describes each document as a zip does, page by page', async () => {
  const { settings } = fixture.server.dependencies;
  const limits = {
    max_upload_bytes: settings.maxUploadBytes,
    max_entries: settings.maxEntries,
    max_unpacked_bytes: settings.maxUnpackedBytes,
  };
  expect(await manifest()).toEqual({ documents: [], limits, partial_archives: true });
  const zip = buildZip([
    { name: 'b/ü.txt', content: 'Two.' },
    { name: 'a.txt', content: 'One.' },
    { name: 'locked.txt', content: 'Three', flags: 1 },
  ]);
  await fixture.upload(Uint8Array.from(zip));
  await fixture.waitUntilProcessed();

  const documents = [
    { path: 'a.txt', size: 4, crc32: crc32('One.') },
    { path: 'b/ü.txt', size: 4, crc32: crc32('Two.') },
    { path: 'locked.txt', size: 5, crc32: null },
  ];
  expect(await manifest()).toEqual({ documents, limits, partial_archives: true });
  const page = await manifest('?limit=2');
  expect(page.documents).toEqual(documents.slice(0, 2));
  expect(await manifest(`?limit=2&cursor=${page.next_cursor}`)).toEqual({
    documents: documents.slice(2),
    limits,
    partial_archives: true,
  });
});

test.each([
  ['limit=0', 422],
  ['limit=5001', 422],
  ['cursor=AA', 400],
  ['cursor=a', 400],
  ['cursor=YQ%3D%3D', 400],
  ['cursor=_w', 400],
])('a manifest with %s responds with %d', async (query, status) => {
  const response = await fixture.call('GET', `/datasets/${fixture.datasetId}/manifest?${query}`);
  expect(response.status).toBe(status);
});
