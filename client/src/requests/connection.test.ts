import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { fakeClock } from '../../testing/fake-clock.ts';
import type { FakeClock } from '../../testing/fake-clock.ts';
import { startFaultServer } from '../../testing/fault-server.ts';
import type { Fault, FaultServer } from '../../testing/fault-server.ts';
import { Carrel } from '../carrel.ts';
import type { CarrelOptions } from '../carrel.ts';

const RIGHT = { status: 200, body: { ok: true } };
const schema = v.object({ ok: v.boolean() });

let server: FaultServer;
let clock: FakeClock;

beforeEach(async () => {
  server = await startFaultServer();
  clock = fakeClock();
});
afterEach(() => server.close());

const clientOf = (options: Partial<CarrelOptions> = {}) =>
  new Carrel({ url: server.url, apiKey: 'key', clock, ...options });

function get(faults: Fault[], client = clientOf()) {
  server.faults = [...faults];
  return client.connection.json(schema, { path: 'api/v1/thing' });
}

function post(faults: Fault[], client = clientOf()) {
  server.faults = [...faults];
  const call = { method: 'POST', path: 'api/v1/thing', json: { a: 1 } } as const;
  return client.connection.json(schema, call);
}

const keys = () => server.requests.map(({ headers }) => headers['idempotency-key']);

describe('a call is tried again', () => {
  test.each([408, 429, 502, 503, 504])('after a %i', async (status) => {
    expect(await get([{ status }, { status }, RIGHT])).toEqual({ ok: true });
    expect(server.requests.length).toBe(3);
  });

  test('after a connection that broke', async () => {
    expect(await get([{ breaksAfter: 0 }, RIGHT])).toEqual({ ok: true });
    expect(server.requests.length).toBe(2);
  });

  test('after a response that broke', async () => {
    const cut = { status: 200, headers: { 'Content-Length': '100' }, body: '{"ok":' };
    const reading = get([cut, RIGHT]);
    await expect.poll(() => server.requests.length).toBe(1);
    server.breakConnections();
    expect(await reading).toEqual({ ok: true });
  });

  test('with waits that are doubled, less up to a half', async () => {
    await expect(get(Array.from({ length: 5 }, () => ({ status: 503 })))).rejects.toMatchObject({
      status: 503,
    });
    expect(server.requests.length).toBe(5);
    for (const [at, wait] of clock.waits.entries()) {
      expect(wait).toBeLessThanOrEqual(1000 * 2 ** at);
      expect(wait).toBeGreaterThanOrEqual(500 * 2 ** at);
    }
    expect(clock.waits.length).toBe(4);
  });

  test('as often as the client says, whose owner is told', async () => {
    const told: [string, number][] = [];
    const client = clientOf({
      retries: 1,
      onRetry: ({ message }, milliseconds) => told.push([message, milliseconds]),
    });
    const busy = { status: 503, headers: { 'Retry-After': '2' }, body: { message: 'Busy.' } };
    await expect(get([busy, busy, RIGHT], client)).rejects.toThrow('Busy.');
    expect(told).toEqual([['Busy.', 2000]]);
  });

  test.each([400, 401, 403, 404, 409, 412, 422, 500])('but not after a %i', async (status) => {
    await expect(get([{ status }, RIGHT])).rejects.toMatchObject({ kind: 'http', status });
    expect(server.requests.length).toBe(1);
  });
});

describe('Retry-After', () => {
  test('is waited for in seconds', async () => {
    await get([{ status: 429, headers: { 'Retry-After': '7' } }, RIGHT]);
    expect(clock.waits).toEqual([7000]);
  });

  test('is waited for until a date', async () => {
    const date = new Date(clock.now() + 9000).toUTCString();
    await get([{ status: 503, headers: { 'Retry-After': date } }, RIGHT]);
    expect(clock.waits).toEqual([9000]);
  });

  test('of more than a minute is an error, which says it', async () => {
    const busy = { status: 429, headers: { 'Retry-After': '61' }, body: { message: 'Too many.' } };
    await expect(get([busy, RIGHT])).rejects.toMatchObject({ retryAfter: 61, status: 429 });
    expect([clock.waits, server.requests.length]).toEqual([[], 1]);
  });

  test('that is neither counts as absent', async () => {
    await get([{ status: 503, headers: { 'Retry-After': 'soon' } }, RIGHT]);
    expect(clock.waits.length).toBe(1);
  });
});

describe('a POST', () => {
  test('that is tried again has the same key, and another one another key', async () => {
    await post([{ breaksAfter: 0 }, { status: 503 }, RIGHT]);
    await post([RIGHT]);
    const [first, second, third, other] = keys();
    expect(first).toMatch(/^[\da-f]{32}$/u);
    expect([second, third]).toEqual([first, first]);
    expect(other).not.toBe(first);
  });

  test('that may be repeated, such as a search, has none', async () => {
    server.faults = [{ status: 422, body: { message: 'No.' } }];
    await clientOf()
      .search.dataset('id', 'words')
      .catch(() => undefined);
    expect(keys()).toEqual([undefined]);
  });
});

test('a PATCH is not tried again', async () => {
  server.faults = [{ status: 503 }, RIGHT];
  const call = { method: 'PATCH', path: 'api/v1/thing', json: {} } as const;
  await expect(clientOf().connection.send(call)).rejects.toMatchObject({ status: 503 });
  expect(server.requests.length).toBe(1);
});

test('a stream is not sent twice', async () => {
  server.faults = [{ status: 503 }, RIGHT];
  const body = new Blob(['some bytes']).stream();
  const call = { method: 'PUT', path: 'api/v1/thing', body } as const;
  await expect(clientOf().connection.send(call)).rejects.toMatchObject({ status: 503 });
  expect(server.requests.length).toBe(1);
});

describe('an error', () => {
  test('has what the server says', async () => {
    const issues = [{ path: 'name', message: 'Name is required' }];
    const body = { message: 'Some fields are invalid.', issues };
    const failing = get([{ status: 422, headers: { 'X-Request-Id': 'r-1' }, body }]);
    await expect(failing).rejects.toMatchObject({
      name: 'HttpError',
      kind: 'http',
      status: 422,
      message: 'Some fields are invalid.',
      issues,
      requestId: 'r-1',
      retryAfter: undefined,
    });
  });

  test('of a server that is no Carrel has its status', async () => {
    await expect(get([{ status: 404, body: '<html>' }])).rejects.toThrow('status 404');
  });

  test.each(['<html>', '', '{"ok":"yes"}'])('says that %j breaks the contract', async (body) => {
    await expect(get([{ status: 200, body }])).rejects.toMatchObject({
      name: 'ContractError',
      kind: 'contract',
      status: 200,
    });
    expect(server.requests.length).toBe(1);
  });

  test('says that nothing listens', async () => {
    await server.close();
    const failing = get([], clientOf({ retries: 0 }));
    await expect(failing).rejects.toMatchObject({ name: 'NetworkError', kind: 'network' });
    await expect(failing).rejects.toThrow('ECONNREFUSED');
    server = await startFaultServer();
  });

  test('says that the deadline is over', async () => {
    const failing = get(['silence', 'silence'], clientOf({ timeout: 20, retries: 1 }));
    await expect(failing).rejects.toMatchObject({ name: 'TimeoutError', kind: 'timeout' });
    expect(server.requests.length).toBe(2);
  });
});

test('a redirect is not followed', async () => {
  const failing = get([{ status: 302, headers: { Location: '/elsewhere' } }, RIGHT]);
  await expect(failing).rejects.toThrow('status 302');
  expect(server.requests.length).toBe(1);
});

test('an aborted call ends with the reason of its signal', async () => {
  const abort = new AbortController();
  server.faults = ['silence'];
  const call = { path: 'api/v1/thing', signal: abort.signal };
  const failing = clientOf().connection.json(schema, call);
  await expect.poll(() => server.requests.length).toBe(1);
  const reason = new Error('Enough');
  abort.abort(reason);
  await expect(failing).rejects.toBe(reason);
});

test('a signal ends the wait for another try, and all calls of a client', async () => {
  const abort = new AbortController();
  const client = new Carrel({
    url: server.url,
    signal: abort.signal,
    onRetry: () => abort.abort(new Error('Enough')),
  });
  await expect(get([{ status: 503 }, RIGHT], client)).rejects.toThrow('Enough');
  await expect(get([RIGHT], client)).rejects.toThrow('Enough');
  expect(server.requests.length).toBe(1);
});

test('a response without an end is not read', async () => {
  const body = 'x'.repeat(65 * 1024 * 1024);
  await expect(get([{ status: 200, body }])).rejects.toThrow('too large');
});

test('the URL of a server may have a path, and has to be one of HTTP', async () => {
  await get([RIGHT], clientOf({ url: `${server.url}/carrel` }));
  expect(server.requests[0]?.path).toBe('/carrel/api/v1/thing');
  expect(() => clientOf({ url: 'ftp://localhost' })).toThrow('begins with https://');
});

test('a stream that is stuck ends with the deadline', async () => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(1000)),
  });
  server.faults = ['silence'];
  const call = { method: 'PUT', path: 'api/v1/thing', timeout: 50, body } as const;
  await expect(clientOf().connection.send(call)).rejects.toMatchObject({ kind: 'timeout' });
});

const positions = () => server.requests.map(({ headers }) => headers['x-log-position']);
const wrote = (position: string) => ({ ...RIGHT, headers: { 'X-Log-Position': position } });

describe('what a client has written is what it reads from replicas', () => {
  test('for some seconds, by the latest position that a response had', async () => {
    let now = 0;
    const client = clientOf({ clock: { ...clock, now: () => now } });
    await post([wrote('0/FF')], client);
    await post([wrote('1/2')], client);
    await post([wrote('0/1FF')], client);
    await post([wrote('nonsense')], client);
    await get([RIGHT], client);
    expect(positions()).toEqual([undefined, '0/FF', '1/2', '1/2', '1/2']);
    now = 11_000;
    await get([RIGHT], client);
    expect(positions().at(-1)).toBeUndefined();
  });
});
