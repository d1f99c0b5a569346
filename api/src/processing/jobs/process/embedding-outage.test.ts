import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  startEmbeddingService,
  vectorsFor as vectors,
  type EmbeddingRequest,
  type EmbeddingResponse,
  type TestEmbeddingService,
} from '@carrel/testing/faults/embedding-service.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

let service: TestEmbeddingService;
let respond: (request: EmbeddingRequest) => EmbeddingResponse;
let calls: number;
let fixture: PipelineFixture;

const well = ({ texts }: EmbeddingRequest): EmbeddingResponse => ({
  status: 200,
  body: vectors(texts, 0.5),
});
const settingsOf = (waitMilliseconds = 5) => ({
  embeddingService: { url: service.url, model: 'test', tries: 3, waitMilliseconds },
});

beforeAll(async () => {
  service = await startEmbeddingService((request) => {
    calls += 1;
    return respond(request);
  });
  calls = 0;
  respond = well;
  fixture = await createPipelineFixture(settingsOf());
});
beforeEach(async () => {
  respond = well;
  // Nothing waits for a service that was away in another test.
  await fixture.restart(settingsOf());
  fixture = await fixture.withNewDataset();
  calls = 0;
});
afterAll(async () => {
  await fixture.close();
  service.stop();
});

const upload = (files: Record<string, string>) =>
  fixture.upload(
    Uint8Array.from(buildZip(Object.entries(files).map(([name, content]) => ({ name, content })))),
  );

async function statuses(): Promise<Record<string, string>> {
  const documents = await fixture.documents();
  return Object.fromEntries(documents.map(({ path, status }) => [path, status]));
}

/** How often the processing of the documents was begun, of those that nobody has. */
async function waiting(): Promise<{ path: string; attempts: number }[]> {
  return fixture.server.database.query(
    `SELECT path, attempts FROM documents
     WHERE dataset_id = $1 AND status = 'chunked' AND attempt IS NULL ORDER BY path`,
    [fixture.datasetId],
  );
}

describe('Q2: an embedding service', () => {
  test('that recovers receives requests again', async () => {
    respond = (request) =>
      calls < 3 ? { status: calls === 1 ? 429 : 503, body: {} } : well(request);
    await fixture.uploadFiles({ 'recovers.txt': 'Text.' });
    expect(await statuses()).toEqual({ 'recovers.txt': 'embedded' });
    // The last two are a probe and the text.
    expect(calls).toBe(4);
  });

  test.each([
    [
      'returns no numbers',
      (texts: string[]) => ({ status: 200, body: vectors(texts, null) }),
      'returned an invalid response',
    ],
    [
      'returns vectors of another length',
      (texts: string[]) => ({ status: 200, body: vectors(texts, 1, 4) }),
      'different lengths',
    ],
    ['returns too few', () => ({ status: 200, body: { data: [] } }), 'too few or too many'],
    ['refuses the text', () => ({ status: 400, body: {} }), 'refused the text (status 400)'],
  ])('that %s leaves an error with the reason', async (what, badResponse, reason) => {
    // It makes the first vector of the model.
    await fixture.uploadFiles({ 'first.txt': 'Text.' });
    calls = 0;
    respond = ({ texts }) => badResponse(texts);
    await fixture.uploadFiles({ [`${what}.txt`]: 'Text.' });
    const document = (await fixture.documents()).find(({ path }) => path === `${what}.txt`);
    expect(document?.status).toBe('embedding_error');
    expect(document?.error).toContain(reason);
    expect(calls).toBe(what === 'refuses the text' ? 1 : 3);
  });
});

const AWAY: [string, EmbeddingResponse][] = [
  ['is away (503)', { status: 503, body: {} }],
  ['has too many requests (429)', { status: 429, body: {} }],
  ['does not know its key (401)', { status: 401, body: {} }],
  ['is somewhere else (404)', { status: 404, body: {} }],
  ['redirects (307)', { status: 307, body: {}, headers: { Location: '/elsewhere' } }],
];

describe('while an embedding service', () => {
  test.each(AWAY)('%s, documents wait as chunked, and go on once it is back', async (_, away) => {
    respond = () => away;
    await upload({ 'a.txt': 'Apple.', 'b.txt': 'Banana.' });
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([
      { path: 'a.txt', attempts: 0 },
      { path: 'b.txt', attempts: 0 },
    ]);
    respond = well;
    await fixture.waitUntilProcessed();
    expect(await statuses()).toEqual({ 'a.txt': 'embedded', 'b.txt': 'embedded' });
  });

  test('is away, others are partitioned and chunked, and one probe at a time is sent', async () => {
    const held = Promise.withResolvers<void>();
    respond = () => ({ status: 503, body: {} });
    await upload({ 'a.txt': 'Apple.' });
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1);
    let [open, most] = [0, 0];
    respond = () => {
      open += 1;
      most = Math.max(most, open);
      return { status: 503, body: {}, held: held.promise.then(() => (open -= 1)) };
    };
    await expect.poll(() => open).toBe(1);
    const files = Array.from({ length: 60 }, (_, number) => [`${number}.txt`, `Text ${number}.`]);
    await upload(Object.fromEntries(files) as Record<string, string>);
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(61);
    expect(most).toBe(1);
    respond = well;
    held.resolve();
    await fixture.waitUntilProcessed();
    expect(new Set(Object.values(await statuses()))).toEqual(new Set(['embedded']));
  });

  test('is away, documents wait through a restart', async () => {
    respond = () => ({ status: 503, body: {} });
    await upload({ 'a.txt': 'Apple.' });
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1);
    // It finds out by itself that the service is still away.
    calls = 0;
    await fixture.restart(settingsOf());
    await expect.poll(() => calls, { timeout: 20_000 }).toBeGreaterThan(1);
    expect(await statuses()).toEqual({ 'a.txt': 'chunked' });
    respond = well;
    await fixture.waitUntilProcessed();
    expect(await statuses()).toEqual({ 'a.txt': 'embedded' });
  });

  test('is away, a document that waits can be cancelled or deleted', async () => {
    respond = () => ({ status: 503, body: {} });
    const { id } = (await (await upload({ 'a.txt': 'Apple.' })).json()) as { id: string };
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1);
    const base = `/datasets/${fixture.datasetId}`;
    expect((await fixture.call('POST', `${base}/archives/${id}/cancel`)).ok).toBe(true);
    await fixture.waitUntilProcessed();
    expect(await statuses()).toEqual({ 'a.txt': 'embedding_error' });

    await upload({ 'b.txt': 'Banana.' });
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1);
    const document = (await fixture.documents()).find(({ path }) => path === 'b.txt');
    const deleted = await fixture.call('POST', `${base}/documents/delete`, {
      document_ids: [document?.id],
    });
    expect(deleted.ok).toBe(true);
    expect(await statuses()).toEqual({ 'a.txt': 'embedding_error' });
    // Its archive has nothing in progress, once the deletion cannot be undone.
    await expect
      .poll(async () => new Set((await fixture.archives()).map(({ status }) => status)), {
        timeout: 40_000,
      })
      .toEqual(new Set(['failed', 'completed']));
  });

  test('is away, a document that is processed again keeps what it has', async () => {
    await fixture.uploadFiles({ 'a.txt': 'Apple.' });
    respond = () => ({ status: 503, body: {} });
    const documents = await fixture.documents();
    const again = await fixture.call('POST', `/datasets/${fixture.datasetId}/documents/reprocess`, {
      document_ids: documents.map(({ id }) => id),
    });
    expect(again.ok).toBe(true);
    const reprocessing = async () => {
      const rows = await fixture.server.database.query<{ reprocessing: boolean }>(
        'SELECT reprocessing FROM documents WHERE dataset_id = $1',
        [fixture.datasetId],
      );
      return rows[0]?.reprocessing;
    };
    await expect.poll(() => calls, { timeout: 20_000 }).toBeGreaterThan(2);
    expect(await reprocessing()).toBe(true);
    expect(await statuses()).toEqual({ 'a.txt': 'embedded' });
    respond = well;
    await expect.poll(reprocessing, { timeout: 20_000 }).toBe(false);
    expect((await fixture.documents())[0]?.status).toBe('embedded');
  });
});
