import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';

import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { EXIT } from '../exit-codes.ts';
import { SessionStore } from '../session/session-store.ts';
import { ApiClient } from './api-client.ts';

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

const clientOf = (apiKey?: string) =>
  new ApiClient({
    server: url,
    store,
    apiKey,
    userAgent: 'carrel-cli (test)',
    signal: new AbortController().signal,
  });

const read = (client = clientOf()) =>
  client.json(v.object({ ok: v.boolean() }), { path: 'api/v1/thing' });

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
    await expect(read()).rejects.toMatchObject({
      exitCode: EXIT.notAllowed,
      message: `You are not signed in to ${url}. Run: carrel login`,
    });
  });

  test('stays where the renewal fails for another reason', async () => {
    expireAccess(500);
    await expect(read()).rejects.toMatchObject({ message: 'It has ended.' });
    expect((await store.read(url)).cookies).toEqual(COOKIES);
  });
});

test('a key is sent instead of a session', async () => {
  respond = ({ headers }, response) => {
    const isRight = headers.authorization === 'Bearer key' && headers.cookie === undefined;
    response.end(JSON.stringify({ ok: isRight }));
  };
  expect(await read(clientOf('key'))).toEqual({ ok: true });
});

test('a redirect is not followed', async () => {
  respond = (_, response) => response.writeHead(302, { Location: '/elsewhere' }).end();
  await expect(read()).rejects.toThrow('status 302');
  expect(requests).toEqual(['GET /api/v1/thing']);
});

test('a body that is no response of this server is told apart', async () => {
  respond = (_, response) => response.end('<html>');
  await expect(read()).rejects.toThrow('does not understand');
});

const send = (size: number, pieces: () => AsyncIterable<Uint8Array>) =>
  clientOf().call({ method: 'POST', path: 'api/v1/thing', body: { size, read: pieces } });

describe('bytes that are sent', () => {
  test('have their length, and are sent whole', async () => {
    let received = '';
    respond = (request, response) => {
      void (async () => {
        for await (const piece of request) received += String(piece);
        response.end(request.headers['content-length']);
      })();
    };
    const { text } = await send(6, async function* pieces() {
      yield Buffer.from('abc');
      await setImmediate();
      yield Buffer.from('def');
    });
    expect([text, received]).toEqual(['6', 'abcdef']);
  });

  test('end where the server responds before it has all of them', async () => {
    respond = (_, response) => response.writeHead(413).end('{"message":"Too large."}');
    let isEnded = false;
    const sending = send(Number.MAX_SAFE_INTEGER, async function* pieces() {
      try {
        for (;;) {
          yield Buffer.alloc(64 * 1024);
          await setImmediate();
        }
      } finally {
        isEnded = true;
      }
    });
    await expect(sending).rejects.toMatchObject({ status: 413, message: 'Too large.' });
    await expect.poll(() => isEnded).toBe(true);
  });

  test('that cannot be read fail with that reason', async () => {
    respond = (request) => request.resume();
    // oxlint-disable-next-line require-yield
    const sending = send(5, async function* pieces() {
      await setImmediate();
      throw new Error('The file has changed');
    });
    await expect(sending).rejects.toThrow('The file has changed');
  });
});
