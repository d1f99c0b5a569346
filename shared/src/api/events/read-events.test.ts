import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { mockApi } from '../../testing/public.ts';
import { STREAM_TIMEOUT } from './event-stream.ts';
import type { StreamEvent } from './event-stream.ts';
import { readEvents } from './read-events.ts';

const PATH = 'api/v1/datasets/1/events';

beforeEach(() => {
  mockApi.start();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  mockApi.stop();
});

/** Opens a stream that a test writes to. */
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
  const aborting = new AbortController();
  const reading = readEvents(PATH, {
    organizationId: '1',
    signal: aborting.signal,
    onEvent: (event) => events.push(event),
  });
  reading.catch(() => undefined);
  const write = (text: string) => writer?.enqueue(new TextEncoder().encode(text));
  return { events, aborting, reading, write, end: () => writer?.close() };
}

test('a stream without a byte times out after twenty seconds', async () => {
  const { reading } = openStream();
  await vi.advanceTimersByTimeAsync(STREAM_TIMEOUT);
  await expect(reading).rejects.toMatchObject({ kind: 'timeout' });
});

test('any byte in time, even of a comment, keeps it open', async () => {
  const { events, reading, write, end } = openStream();
  for (const text of [': here\n\n', ': still here\n\n', 'data: news\n\n']) {
    await vi.advanceTimersByTimeAsync(STREAM_TIMEOUT - 1);
    write(text);
    await vi.advanceTimersByTimeAsync(0);
  }
  end();
  await reading;
  expect(events.map(({ data }) => data)).toEqual(['news']);
});

test('an abort ends it, which is no failure', async () => {
  const { aborting, reading } = openStream();
  await vi.advanceTimersByTimeAsync(0);
  aborting.abort();
  await expect(reading).resolves.toBeUndefined();
});

test('a stream that answers JSON is read with a POST', async () => {
  const requests: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_: string, request: RequestInit) => {
    requests.push(request);
    return new Response('data: yes\n\n', { headers: { 'content-type': 'text/event-stream' } });
  });
  const events: StreamEvent[] = [];
  await readEvents(PATH, {
    organizationId: '1',
    signal: new AbortController().signal,
    onEvent: (event) => events.push(event),
    json: { query: 'why' },
  });
  expect(requests.map(({ method, body }) => [method, body])).toEqual([['POST', '{"query":"why"}']]);
  expect(new Headers(requests[0]?.headers).get('content-type')).toBe('application/json');
  expect(events.map(({ data }) => data)).toEqual(['yes']);
});
