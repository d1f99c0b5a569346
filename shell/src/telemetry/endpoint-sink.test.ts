import { telemetryBatchSchema } from '@carrel/shared/contract';
import type { TelemetryBatch, TelemetryEvent } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Sink } from './console-sink.ts';
import { endpointSink } from './endpoint-sink.ts';

const failed = (reason: string): TelemetryEvent => ({
  kind: 'remote-failed',
  remote: 'mf-auth',
  version: '7',
  reason,
});

class RequestThatOutlives {
  get keepalive() {
    return true;
  }
}

let asked: (RequestInit & { url: string })[];
let sent: TelemetryBatch[];
let answer: () => Response;
let sink: Sink;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  answer = () => new Response(null, { status: 204 });
  vi.stubGlobal('Request', RequestThatOutlives);
  asked = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit & { body: string }) => {
    asked.push({ url, ...init });
    sent.push(parse(telemetryBatchSchema, JSON.parse(init.body)));
    return Promise.resolve().then(answer);
  });
  sink = endpointSink('/api/v1/telemetry', '1.0.0');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const reasons = (batch: TelemetryBatch | undefined) =>
  batch?.events.map((event) => ('reason' in event ? event.reason : ''));

test('what happens within seconds is sent together, and what is the same is counted', async () => {
  sink(failed('a'));
  sink(failed('b'));
  sink(failed('a'));
  await pass(4000);
  expect(sent).toEqual([]);
  await pass(1000);
  expect(sent).toEqual([
    { version: '1.0.0', events: [{ ...failed('a'), count: 2 }, failed('b')], dropped: 0 },
  ]);
  expect(asked).toMatchObject([
    { url: '/api/v1/telemetry', method: 'POST', keepalive: true, credentials: 'omit' },
  ]);
  await pass(60_000);
  expect(sent).toHaveLength(1);
});

test('a page that is left sends what waits at once', () => {
  sink(failed('a'));
  window.dispatchEvent(new Event('pagehide'));
  expect(sent.map(reasons)).toEqual([['a']]);
  window.dispatchEvent(new Event('pagehide'));
  expect(sent).toHaveLength(1);
});

test('a flood goes in batches of twenty, and what is beyond a hundred is only counted', async () => {
  for (let count = 0; count < 130; count += 1) sink(failed(String(count)));
  await pass(30_000);
  expect(sent.map(({ events }) => events.length)).toEqual([20, 20, 20, 20, 20]);
  expect(sent.map(({ dropped }) => dropped)).toEqual([30, 0, 0, 0, 0]);
});

test.each([
  ['is down', () => Promise.reject(new TypeError('Failed to fetch')) as never],
  ['is broken', () => new Response(null, { status: 503 })],
])(
  'an endpoint that %s is left in peace for longer and longer, and loses nothing',
  async (_, bad) => {
    answer = bad;
    sink(failed('a'));
    await pass(5000);
    sink(failed('b'));
    window.dispatchEvent(new Event('pagehide'));
    await pass(29_000);
    expect(sent).toHaveLength(1);
    await pass(1000);
    expect(sent).toHaveLength(2);
    await pass(59_000);
    expect(sent).toHaveLength(2);
    answer = () => new Response(null, { status: 204 });
    await pass(1000);
    expect(reasons(sent.at(-1))?.sort()).toEqual(['a', 'b']);
    await pass(600_000);
    expect(sent).toHaveLength(3);
  },
);

test('an endpoint that names a time is asked again only then', async () => {
  answer = () => new Response(null, { status: 429, headers: { 'Retry-After': '300' } });
  sink(failed('a'));
  await pass(5000);
  answer = () => new Response(null, { status: 204 });
  await pass(299_000);
  expect(sent).toHaveLength(1);
  await pass(1000);
  expect(sent).toHaveLength(2);
});

test('an endpoint that refuses a batch for good is not asked again', async () => {
  answer = () => new Response(null, { status: 422 });
  sink(failed('a'));
  await pass(600_000);
  expect(sent).toHaveLength(1);
});

test('where no fetch outlives its page, a beacon does', async () => {
  vi.stubGlobal('Request', { prototype: {} });
  const beacons: [string, Blob][] = [];
  vi.stubGlobal('navigator', {
    sendBeacon: (url: string, body: Blob) => beacons.push([url, body]) > 0,
  });
  sink(failed('a'));
  await pass(5000);
  expect(sent).toEqual([]);
  expect(beacons.map(([url, { type }]) => [url, type])).toEqual([
    ['/api/v1/telemetry', 'application/json'],
  ]);
});
