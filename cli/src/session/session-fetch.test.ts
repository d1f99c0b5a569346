import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Carrel } from '@carrel/client';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { EXIT } from '../exit-codes.ts';
import { failureOf } from '../failure-of.ts';
import { sessionFetch } from './session-fetch.ts';
import { SessionStore } from './session-store.ts';

const COOKIES = [
  { name: 'carrel_access', value: 'old', path: '/api' },
  { name: 'carrel_refresh', value: 'r0', path: '/api/v1/accounts/sessions' },
];
const REFRESH = 'PUT /api/v1/accounts/sessions';

let folder = '';
let server: Server;
let url = '';
let store: SessionStore;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
/** Method and path of each request. */
let requests: string[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-cli-'));
  store = new SessionStore(folder);
  requests = [];
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await store.write(url, { cookies: COOKIES });
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const { signal } = new AbortController();
const clientOf = () =>
  new Carrel({ url, fetch: sessionFetch({ server: url, store, signal }), retries: 0 });

const read = (client = clientOf()) =>
  client.connection.json(v.object({ ok: v.boolean() }), { path: 'api/v1/thing' });

const ACCESS = '; Path=/api';
const SESSIONS = '; Path=/api/v1/accounts/sessions';

const cookiesOf = (status: number) => {
  if (status === 204) return [`carrel_access=new${ACCESS}`, `carrel_refresh=r1${SESSIONS}`];
  if (status !== 401) return [];
  return [`carrel_access=; Max-Age=0${ACCESS}`, `carrel_refresh=; Max-Age=0${SESSIONS}`];
};

/** A server on which the access cookie has expired, with this response to a renewal. */
function expireAccess(status = 204): void {
  respond = (request, response) => {
    if (request.method === 'PUT') {
      response.setHeader('Set-Cookie', cookiesOf(status));
      response.writeHead(status).end(status === 204 ? undefined : '{"message":"It has ended."}');
      return;
    }
    const isNew = request.headers.cookie?.includes('carrel_access=new') === true;
    response.writeHead(isNew ? 200 : 401).end(JSON.stringify(isNew ? { ok: true } : {}));
  };
}

const refreshes = () => requests.filter((request) => request === REFRESH).length;

describe('an expired session', () => {
  test('is renewed once, however many calls and processes notice it', async () => {
    expireAccess();
    const clients = [clientOf(), clientOf(), clientOf()];
    const calls = clients.flatMap((client) => [read(client), read(client)]);
    expect(await Promise.all(calls)).toEqual(calls.map(() => ({ ok: true })));
    expect(refreshes()).toBe(1);
    const { cookies } = await store.read(url);
    expect(cookies.map(({ value }) => value)).toEqual(['new', 'r1']);
  });

  test('that cannot be renewed is told with what to do', async () => {
    expireAccess(401);
    const failure = await read().catch(failureOf);
    expect(failure).toMatchObject({
      exitCode: EXIT.notAllowed,
      message: `You are not signed in to ${url}. Run: carrel-cli login`,
    });
  });

  test('stays where the renewal fails for another reason', async () => {
    expireAccess(500);
    await expect(read()).rejects.toMatchObject({ message: 'It has ended.' });
    expect((await store.read(url)).cookies).toEqual(COOKIES);
  });
});

test('without a session, a person is told to sign in', async () => {
  await store.delete(url);
  expireAccess();
  await expect(read()).rejects.toThrow('Run: carrel-cli login');
  expect(requests).toEqual(['GET /api/v1/thing']);
});

test('what is sent is sent again with the renewed session', async () => {
  const bodies: string[] = [];
  expireAccess();
  const expired = respond;
  respond = (request, response) => {
    let text = '';
    request.on('data', (piece: Buffer) => {
      text += piece.toString();
    });
    request.on('end', () => {
      bodies.push(`${request.method} ${text}`);
      expired(request, response);
    });
  };
  const call = { method: 'POST', path: 'api/v1/thing', json: { a: 1 } } as const;
  expect((await clientOf().connection.send(call)).status).toBe(200);
  expect(bodies).toEqual(['POST {"a":1}', 'PUT ', 'POST {"a":1}']);
});
