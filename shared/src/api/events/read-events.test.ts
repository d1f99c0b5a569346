import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { mockApi } from '../../testing/public.ts';
import { readEvents, STREAM_SILENCE } from './read-events.ts';
import type { StreamEvent } from './event-parser.ts';

const PATH = 'api/v1/datasets/1/events';

beforeEach(() => {
  mockApi.start();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  mockApi.stop();
});

/** A stream into which a test writes, as a proxy lets it through. */
function openStream() {
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        writer = controller;
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  const events: StreamEvent[] = [];
  const leaving = new AbortController();
  const reading = readEvents(PATH, {
    organizationId: '1',
    signal: leaving.signal,
    onEvent: (event) => events.push(event),
  });
  reading.catch(() => undefined);
  const write = (text: string) => writer?.enqueue(new TextEncoder().encode(text));
  return { events, leaving, reading, write, end: () => writer?.close() };
}

test('a stream that nothing comes through is given up after twenty seconds', async () => {
  const { reading } = openStream();
  await vi.advanceTimersByTimeAsync(STREAM_SILENCE);
  await expect(reading).rejects.toMatchObject({ kind: 'timeout' });
});

test('a word in time, if only a comment, keeps it open', async () => {
  const { events, reading, write, end } = openStream();
  for (const text of [': here\n\n', ': still here\n\n', 'data: news\n\n']) {
    await vi.advanceTimersByTimeAsync(STREAM_SILENCE - 1);
    write(text);
    await vi.advanceTimersByTimeAsync(0);
  }
  end();
  await reading;
  expect(events.map(({ data }) => data)).toEqual(['news']);
});

test('who leaves ends it, which is no failure', async () => {
  const { leaving, reading } = openStream();
  await vi.advanceTimersByTimeAsync(0);
  leaving.abort();
  await expect(reading).resolves.toBeUndefined();
});
