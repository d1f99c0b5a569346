import { archiveReceiptSchema, createdSchema, documentListSchema } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { runOf } from '@carrel/testing/claim-documents.ts';
import { interruptAfter } from '@carrel/testing/faults/interrupt-after.ts';
import { createServerFixture, type ServerFixture } from '@carrel/testing/server-fixture.ts';
import { createTestIngestion, type TestIngestion } from '@carrel/testing/test-ingestion.ts';
import { ingestNext } from '../../../processing/jobs/merge/ingest-job.ts';

let server: ServerFixture;
let ingestion: TestIngestion;

beforeAll(async () => {
  // Without a pipeline: only the test handles jobs.
  server = await createServerFixture();
  ingestion = await createTestIngestion(server);
});
afterAll(async () => {
  ingestion.close();
  await server.close();
});

const named = (letter: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${letter}/${String(at).padStart(2, '0')}.txt`);

test('a batch that is interrupted at every step writes and removes each document once', async () => {
  const owner = await server.person();
  const organizationId = await server.organization(owner);
  const dataset = await owner.call('POST', '/datasets', {
    organizationId,
    json: { name: 'Files' },
  });
  const { id: datasetId } = parse(createdSchema, await dataset.json());
  const write = async (paths: readonly string[], text: string, operations: unknown) => {
    const form = new FormData();
    form.append('operations', JSON.stringify(operations));
    for (const path of paths) form.append('documents', new Blob([text]), path);
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const response = await owner.call('POST', `/datasets/${datasetId}/documents/batch`, {
      organizationId,
      body: new Uint8Array(await request.arrayBuffer()),
      headers: { 'Content-Type': request.headers.get('Content-Type') ?? '', Prefer: 'wait=0' },
    });
    expect(response.status).toBe(202);
    return (await response.json()) as { archive_id: string };
  };
  const turn = runOf(organizationId);
  await write([...named('kept', 15), ...named('gone', 15)], 'Old.', {});
  expect(await ingestNext(ingestion, turn)).toBe(true);

  const { archive_id: archiveId } = await write(
    [...named('kept', 15), ...named('new', 15)],
    'New.',
    {
      documents: named('new', 15).map((path) => ({ path, if_none_match: '*' })),
      remove: [...named('gone', 15), 'never.txt'].map((path) => ({ path })),
    },
  );
  const again = runOf(organizationId);
  let runs = 0;
  for (let isDone = false; !isDone; runs += 1) {
    const database = interruptAfter(runs, server.database);
    isDone = await ingestNext({ ...ingestion, database }, again).then(
      () => true,
      (error: unknown) => {
        expect(error).toEqual(new Error('interrupted'));
        return false;
      },
    );
  }
  expect(runs).toBeGreaterThan(10);
  const list = await owner.call('GET', `/datasets/${datasetId}/documents?limit=100`, {
    organizationId,
  });
  const { documents } = parse(documentListSchema, await list.json());
  expect(documents.map(({ path }) => path).toSorted((a, b) => a.localeCompare(b))).toEqual(
    [...named('kept', 15), ...named('new', 15)].toSorted((a, b) => a.localeCompare(b)),
  );
  const receipt = await owner.call('GET', `/datasets/${datasetId}/archives/${archiveId}/entries`, {
    organizationId,
  });
  expect(parse(archiveReceiptSchema, await receipt.json()).counts).toEqual({
    added: 15,
    changed: 15,
    unchanged: 0,
    refused: 1,
    removed: 15,
    total: 46,
  });
});
