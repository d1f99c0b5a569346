import { datasetChangeSchema, type DatasetChange } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Member } from '@carrel/testing/server-fixture.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
});
let closing: Promise<void> | undefined;
const close = () => (closing ??= first.close());
afterAll(() => close());

interface Received {
  id: number;
  change: DatasetChange;
}

/** A connection that reads one event at a time. */
interface Listener {
  next(): Promise<Received | undefined>;
  close(): Promise<void>;
}

async function listen(after?: number, who: Member = fixture.owner): Promise<Listener> {
  const query = after === undefined ? '' : `&after=${after}`;
  const response = await who.call(
    'GET',
    `/datasets/${fixture.datasetId}/events?organization_id=${fixture.organizationId}${query}`,
  );
  expect(response.headers.get('Content-Type')).toBe('text/event-stream');
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  const decoder = new TextDecoder();
  let text = '';
  return {
    next: async () => {
      while (!text.includes('\n\n')) {
        const { done, value } = await reader.read();
        if (done) return undefined;
        text += decoder.decode(value, { stream: true });
      }
      const [event = '', ...rest] = text.split('\n\n');
      text = rest.join('\n\n');
      const fields = new Map(
        event.split('\n').map((line): [string, string] => {
          const colon = line.indexOf(':');
          return [line.slice(0, colon), line.slice(colon + 2)];
        }),
      );
      expect(fields.get('event')).toBe('change');
      const change = parse(datasetChangeSchema, JSON.parse(fields.get('data') ?? ''));
      return { id: Number(fields.get('id')), change };
    },
    close: () => reader.cancel(),
  };
}

async function nextOf(listener: Listener): Promise<Received> {
  const received = await listener.next();
  if (received === undefined) throw new Error('The stream ended');
  return received;
}

/** Listens until all documents are embedded, and returns the events. */
async function until(listener: Listener, total: number): Promise<Received[]> {
  const received: Received[] = [];
  for (;;) {
    const event = await nextOf(listener);
    received.push(event);
    if (event.change.counts.embedded === total) return received;
  }
}

describe('the events of a dataset', () => {
  test('start with the current counts', async () => {
    await fixture.uploadFiles({ 'a.txt': 'Text.' });
    const listener = await listen();
    const { change } = await nextOf(listener);
    expect(change).toEqual({
      counts: expect.objectContaining({ embedded: 1, total: 1 }) as unknown,
      documents: [],
      archives: false,
      reload: false,
    });
    await listener.close();
  });

  test('continue what folders and archives were read at', async () => {
    await fixture.uploadFiles({ 'a.txt': 'Text.' });
    const listener = await listen();
    const { id } = await nextOf(listener);
    expect((await fixture.navigate()).version).toBe(id);
    const list = await fixture.call('GET', `/datasets/${fixture.datasetId}/archives`);
    expect(await list.json()).toMatchObject({ version: id });
    await listener.close();
  });

  test('report each document and the archive while they are processed', async () => {
    const listener = await listen();
    const ended = until(listener, 2);
    await fixture.uploadFiles({ 'a.txt': 'Text.', 'b.txt': 'Other.' });
    const received = await ended;
    expect(received.some(({ change }) => change.archives)).toBe(true);
    expect(received.some(({ change }) => change.reload)).toBe(true);
    const paths = new Set(
      received.flatMap(({ change }) => change.documents.map(({ path }) => path)),
    );
    expect(paths).toEqual(new Set(['a.txt', 'b.txt']));
    const ids = received.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    await listener.close();
  });

  test('arrive within a second of the change', async () => {
    await fixture.uploadFiles({ 'a.txt': 'Text.' });
    const listener = await listen();
    await nextOf(listener);
    const [document] = await fixture.documents();
    await fixture.server.database.query(
      `UPDATE documents SET status = 'embedding_error', error = 'Away.' WHERE id = $1`,
      [document?.id],
    );
    const started = performance.now();
    const { change } = await nextOf(listener);
    expect(performance.now() - started).toBeLessThan(1000);
    expect(change).toMatchObject({
      counts: { embedded: 0, embedding_error: 1, total: 1 },
      documents: [{ id: document?.id, status: 'embedding_error', error: 'Away.', attempts: 1 }],
      reload: false,
    });
    await listener.close();
  });

  test('that a lost connection missed are sent on the next one', async () => {
    await fixture.uploadFiles({ 'a.txt': 'Text.', 'b.txt': 'Other.' });
    const before = await listen();
    const { id } = await nextOf(before);
    await before.close();
    const [a, b] = await fixture.documents();
    for (const document of [a, b]) {
      await fixture.server.database.query(
        `UPDATE documents SET status = 'chunking_error' WHERE id = $1`,
        [document?.id],
      );
    }
    const after = await listen(id);
    const { change } = await nextOf(after);
    expect(change.documents.map((document) => document.id)).toEqual([a?.id, b?.id]);
    expect(change).toMatchObject({ counts: { chunking_error: 2 }, reload: false });
    await after.close();
  });

  test.each([-5, 999_999_999])('after the unknown version %d request a reload', async (after) => {
    const listener = await listen(after);
    expect((await nextOf(listener)).change).toMatchObject({ archives: true, reload: true });
    await listener.close();
  });

  test('that are too many request a reload, and old ones are purged', async () => {
    await fixture.uploadFiles({ 'a.txt': 'Text.' });
    const { database } = fixture.server;
    const [document] = await fixture.documents();
    for (let at = 0; at < 1400; at += 1) {
      const status = at % 2 === 0 ? 'chunking_error' : 'embedded';
      await database.query('UPDATE documents SET status = $2 WHERE id = $1', [
        document?.id,
        status,
      ]);
    }
    const [kept] = await database.query<{ count: number }>(
      'SELECT count(*) FROM dataset_changes WHERE dataset_id = $1',
      [fixture.datasetId],
    );
    expect(kept?.count).toBeGreaterThan(1023);
    expect(kept?.count).toBeLessThan(1400);
    const listener = await listen(1);
    expect((await nextOf(listener)).change.reload).toBe(true);
    await listener.close();
  });

  test('end when the dataset is deleted, and when the reader is no longer a member', async () => {
    const deleted = await listen();
    await nextOf(deleted);
    const viewer = await fixture.server.member(fixture.organizationId, 'Viewer');
    const other = await fixture.withNewDataset();
    await fixture.call('DELETE', `/datasets/${fixture.datasetId}`);
    expect(await deleted.next()).toBeUndefined();

    fixture = other;
    const removed = await listen(undefined, viewer);
    await nextOf(removed);
    await fixture.call(
      'DELETE',
      `/organizations/${fixture.organizationId}/members/${viewer.accountId}`,
    );
    await fixture.uploadFiles({ 'a.txt': 'Text.' });
    expect(await removed.next()).toBeUndefined();
  });

  test('S13: are streamed to at most 20 readers of one account at once', async () => {
    const viewer = await fixture.server.member(fixture.organizationId, 'Viewer');
    const path = `/datasets/${fixture.datasetId}/events?organization_id=${fixture.organizationId}`;
    const listeners: Listener[] = [];
    for (let count = 0; count < 20; count += 1) listeners.push(await listen(undefined, viewer));
    const refused = await viewer.call('GET', path);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await refused.json()).toEqual({
      message: expect.stringContaining('20 places') as unknown,
    });

    // Another account is not limited by them, and a stream that ends makes room.
    listeners.push(await listen());
    await listeners.shift()?.close();
    listeners.push(await listen(undefined, viewer));
    expect((await viewer.call('GET', path)).status).toBe(429);
    await Promise.all(listeners.map((listener) => listener.close()));
  });
});

// The last test: the fixture is closed in it.
test('D7: a server that stops says after which random time its readers come back', async () => {
  const response = await fixture.owner.call(
    'GET',
    `/datasets/${fixture.datasetId}/events?organization_id=${fixture.organizationId}`,
  );
  let text = '';
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    if (text === '') void close();
    text += part;
  }
  const [, milliseconds] = /\n\nretry: (\d+)\n\n$/.exec(text) ?? [];
  expect(Number(milliseconds)).toBeGreaterThanOrEqual(1000);
  expect(Number(milliseconds)).toBeLessThan(4000);
});
