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

class RequestWithKeepalive {
  get keepalive() {
    return true;
  }
}

let requests: (RequestInit & { url: string })[];
let sent: TelemetryBatch[];
let respond: () => Response;
let sink: Sink;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  respond = () => new Response(null, { status: 204 });
  vi.stubGlobal('Request', RequestWithKeepalive);
  requests = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit & { body: string }) => {
    requests.push({ url, ...init });
    sent.push(parse(telemetryBatchSchema, JSON.parse(init.body)));
    return Promise.resolve().then(respond);
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

test('events within seconds are sent in one batch, and equal ones are counted', async () => {
  sink(failed('a'));
  sink(failed('b'));
  sink(failed('a'));
  await pass(4000);
  expect(sent).toEqual([]);
  await pass(1000);
  expect(sent).toEqual([
    { version: '1.0.0', events: [{ ...failed('a'), count: 2 }, failed('b')], dropped: 0 },
  ]);
  expect(requests).toMatchObject([
    { url: '/api/v1/telemetry', method: 'POST', keepalive: true, credentials: 'omit' },
  ]);
  await pass(60_000);
  expect(sent).toHaveLength(1);
});

test('a page that is left sends waiting events immediately', () => {
  sink(failed('a'));
  window.dispatchEvent(new Event('pagehide'));
  expect(sent.map(reasons)).toEqual([['a']]);
  window.dispatchEvent(new Event('pagehide'));
  expect(sent).toHaveLength(1);
});

test('many events are sent in batches of twenty, and those beyond a hundred are only counted', async () => {
  for (let count = 0; count < 130; count += 1) sink(failed(String(count)));
  await pass(30_000);
  expect(sent.map(({ events }) => events.length)).toEqual([20, 20, 20, 20, 20]);
  expect(sent.map(({ dropped }) => dropped)).toEqual([30, 0, 0, 0, 0]);
});

test.each([
  ['is down', () => Promise.reject(new TypeError('Failed to fetch')) as never],
  ['is broken', () => new Response(null, { status: 503 })],
])(
  'requests to an endpoint that %s are retried with growing delays, and no event is lost',
  async (_, bad) => {
    respond = bad;
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
    respond = () => new Response(null, { status: 204 });
    await pass(1000);
    expect(reasons(sent.at(-1))?.sort()).toEqual(['a', 'b']);
    await pass(600_000);
    expect(sent).toHaveLength(3);
  },
);

test('an endpoint that sends Retry-After gets the next request only then', async () => {
  respond = () => new Response(null, { status: 429, headers: { 'Retry-After': '300' } });
  sink(failed('a'));
  await pass(5000);
  respond = () => new Response(null, { status: 204 });
  await pass(299_000);
  expect(sent).toHaveLength(1);
  await pass(1000);
  expect(sent).toHaveLength(2);
});

test('a batch that an endpoint rejects permanently is not sent again', async () => {
  respond = () => new Response(null, { status: 422 });
  sink(failed('a'));
  await pass(600_000);
  expect(sent).toHaveLength(1);
});

test('a beacon is sent where fetch does not support keepalive', async () => {
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
