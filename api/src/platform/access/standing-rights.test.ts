import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { ApiEnv } from '../http/api-context.ts';
import { limitReach } from '../database/reach.ts';
import { readTextBody } from '../http/bodies/read-body.ts';
import { withRights } from './standing-rights.ts';

let server: Server;
let reads = 0;
let firstRead = Promise.withResolvers<void>();

beforeAll(async () => {
  const app = new Hono<ApiEnv>();
  app.use((c, next) =>
    withRights(
      c,
      async () => {
        reads += 1;
        firstRead.resolve();
      },
      async () => next().then(() => c.res),
    ),
  );
  app.post('/texts', async (c) => c.text(await readTextBody(c, 'text/plain', 100)));
  server = createAdaptorServer({ fetch: app.fetch }) as Server;
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => {
  server.close();
});

beforeEach(() => {
  reads = 0;
  firstRead = Promise.withResolvers();
});

const HEADERS = [
  'POST /texts HTTP/1.1',
  'Host: localhost',
  'Content-Type: text/plain',
  'Content-Length: 5',
  'Connection: close',
  '',
  '',
].join('\r\n');

async function open() {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let response = '';
  socket.on('data', (bytes: Buffer) => (response += bytes.toString()));
  return { socket, ended: once(socket, 'close').then(() => response) };
}

test('rights are read once for a body that comes with the headers', async () => {
  const { socket, ended } = await open();
  socket.write(`${HEADERS}hello`);
  expect(await ended).toContain('hello');
  expect(reads).toBe(1);
});

test('rights are read again after a body that comes later', async () => {
  const { socket, ended } = await open();
  socket.write(`${HEADERS}hell`);
  await firstRead.promise;
  socket.write('o');
  expect(await ended).toContain('hello');
  expect(reads).toBe(2);
});

/** Calls with rights that reach what `reaches` returns, and returns them. */
async function rightsOf(reaches: () => string, fences: () => string = () => '') {
  const { promise, resolve } = Promise.withResolvers<ApiEnv['Variables']['rights']>();
  const app = new Hono<ApiEnv>();
  app.get('/', (c) =>
    withRights(
      c,
      async () => limitReach({ unreachable: reaches(), roles: {}, fences: fences() }),
      async () => {
        resolve(c.get('rights'));
        return c.text('');
      },
    ),
  );
  await app.request('/');
  return promise;
}

test('rights are read again for their caller, wherever that is asked', async () => {
  const rights = await rightsOf(() => 'one');
  expect(await rights.require(0)).toBeUndefined();
});

test('who has lost a dataset meanwhile gets nothing that was read of it, and who has got one gets it', async () => {
  let unreachable = 'one,two';
  const rights = await rightsOf(() => unreachable);
  unreachable = 'two';
  expect(await rights.require(0)).toBeUndefined();
  unreachable = 'two,three';
  await expect(rights.require(0)).rejects.toThrow('This dataset was not found');
});

const fenced = (groups: string[], key = 'groups') =>
  `\x1done=${key}\x1d\x1f${groups.map((name) => `${name}\x1f`).join('')}`;

test.each([
  ['has left a group', fenced(['board', 'sales']), fenced(['board']), true],
  ['stands before a fence that is new', '', fenced([]), true],
  ['stands before another fence', fenced([]), fenced([], 'teams'), true],
  ['has joined a group', fenced(['board']), fenced(['board', 'sales']), false],
  ['stands before no fence any more', fenced([]), '', false],
])(
  'who %s meanwhile gets what was read only where nothing is lost',
  async (_, before, now, isLost) => {
    let fences = before;
    const rights = await rightsOf(
      () => '',
      () => fences,
    );
    fences = now;
    const required = rights.require(0).then(
      () => 'read',
      () => 'lost',
    );
    expect(await required).toBe(isLost ? 'lost' : 'read');
  },
);
