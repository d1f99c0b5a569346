import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { Hono } from 'hono';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { Contention } from '../database/database-error.ts';
import { createLog } from '../log.ts';
import type { ApiEnv } from './api-context.ts';
import { readBody } from './bodies/read-body.ts';
import { errorHandler } from './error-handler.ts';
import { createFairRuns } from '../sharing/fair-runs.ts';
import { createRequestSlots } from '../sharing/request-slots.ts';
import { createMetrics } from './metrics/metrics.ts';
import { requestLog } from './responses.ts';
import { createListener, listen } from './serve.ts';

let lines: { level: string; message: string; queue?: string; stack?: string }[] = [];
const metrics = createMetrics();
const log = createLog((line) => lines.push(JSON.parse(line) as (typeof lines)[number]));
const app = new Hono<ApiEnv>();
app.onError(errorHandler(log));
app.use(requestLog(log, metrics));

const { promise: forever } = Promise.withResolvers<never>();
const inSlot = createRequestSlots('texts', 'Other documents are being read.');
const READER = { organizationId: 'one', callerId: 'one' };
const run = createFairRuns({
  slots: 1,
  waitingMax: 3,
  name: 'searches',
  what: 'Too many searches are running.',
  retryAfterSeconds: 1,
});
app.get('/text', () => inSlot(READER, () => forever));
app.get('/search', (c) => run('one', c.req.raw.signal, () => forever));
app.get('/lock', () => {
  throw new Contention('The transaction lost a lock');
});
app.get('/fault', () => {
  throw new TypeError('a fault');
});
app.post('/body', async (c) => c.json(await readBody(c, v.unknown())));

const server = createListener(app.fetch);

beforeAll(() => listen(server, { port: 0, host: '127.0.0.1' }));
beforeEach(() => {
  lines = [];
});
afterAll(() => {
  server.close();
  if ('closeAllConnections' in server) server.closeAllConnections();
});

const waiting: Socket[] = [];

const port = () => (server.address() as AddressInfo).port;
const others = () => lines.filter(({ message }) => message !== 'request');

/** Sends a request over a connection of its own. */
async function send(text: string) {
  const socket = connect(port(), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}
const get = (path: string) => send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);

test.each([
  ['/text', 'texts', 2],
  ['/search', 'searches', 4],
])('a full queue is one warning without a stack, and is counted: %s', async (path, queue, held) => {
  for (let sent = 0; sent < held; sent += 1) waiting.push(await get(path));
  const refused = async () => {
    const socket = await get(path);
    const [bytes] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [Buffer];
    return bytes.toString();
  };
  expect(await refused()).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: /i);
  expect(others()).toMatchObject([{ level: 'warn', message: 'a queue is full', queue }]);
  expect(JSON.stringify(lines)).not.toContain('stack');
  expect(metrics.render([])).toContain(`carrel_busy_refusals_total{queue="${queue}"} 1`);
});

test('a client that goes away while its request waits, or while it sends, is no error', async () => {
  const before = Number(/abandoned_requests_total (\d+)/.exec(metrics.render([]))?.[1] ?? 0);
  // Of those that wait, and one whose body never ends.
  const sockets = [
    ...waiting.slice(-1),
    await send(
      'POST /body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    ),
  ];
  // The response to a later request: the server has read the earlier one.
  const later = await get('/lock');
  await once(later, 'data');
  lines = [];
  for (const socket of sockets) socket.destroy();
  await expect
    .poll(() => metrics.render([]))
    .toContain(`carrel_abandoned_requests_total ${before + 2}`);
  expect(others().map(({ level }) => level)).toEqual(['warn', 'warn']);
  expect(JSON.stringify(lines)).not.toContain('stack');
});

test('a lost lock is a warning, and a fault is an error with its stack', async () => {
  for (const path of ['/lock', '/fault']) await once(await get(path), 'data');
  expect(others()).toMatchObject([
    { level: 'warn', message: 'The transaction lost a lock' },
    { level: 'error', stack: expect.stringContaining('a fault') as string },
  ]);
  expect(others()[0]?.stack).toBeUndefined();
});
