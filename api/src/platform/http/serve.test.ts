import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { connect, type AddressInfo, type Socket } from 'node:net';

import type { ServerType } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createListener, listen } from './serve.ts';

const STRICT = { 'Strict-Transport-Security': 'max-age=1' };

let server: ServerType;
let handled = 0;

beforeAll(async () => {
  const app = new Hono();
  app.post('/read', async (c) => c.text(await c.req.text().catch(() => '')));
  app.post('/later', async (c) => {
    await setImmediate();
    return c.text('served');
  });
  app.all('*', (c) => {
    handled += 1;
    return c.text('served');
  });
  server = createListener(app.fetch, STRICT);
  await listen(server, { port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  server.close();
  if ('closeAllConnections' in server) server.closeAllConnections();
  await once(server, 'close');
});

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Returns everything that arrives until the server closes the connection. */
function readToEnd(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = '';
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString();
  });
  socket.once('close', () => resolve(text));
  return promise;
}

/** Sends bytes without end, as fast as they are taken. */
function flood(socket: Socket, bytes: Buffer): void {
  const write = () => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on('drain', write);
  write();
}

const SECONDS = 1000;

describe('S13: a request that the parser refuses', () => {
  test.each([
    ['a request line', 'BLAH BLAH\r\n\r\n'],
    ['a version', 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n'],
    ['a header', 'GET / HTTP/1.1\r\nHost: localhost\r\nA header\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['a chunk', 'POST /read HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a malformed host', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n'],
  ])('gets a message, and its connection is closed: %s', async (_, request) => {
    const socket = await open();
    socket.write(request);
    const response = await readToEnd(socket);
    const [head = '', body = ''] = response.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head.toLowerCase()).toContain('strict-transport-security: max-age=1');
    expect(head.toLowerCase()).toContain('content-type: application/json');
    expect(JSON.parse(body)).toEqual({ message: 'The request is malformed.' });
  });
});

describe('S8: a body that nothing reads', () => {
  test.each([
    ['GET', `Content-Length: ${1024 ** 3}`, 'x'.repeat(65_536)],
    ['GET', 'Transfer-Encoding: chunked', `10000\r\n${'x'.repeat(65_536)}\r\n`],
    ['POST', `Content-Length: ${1024 ** 3}`, 'x'.repeat(65_536)],
    ['DELETE', 'Transfer-Encoding: chunked', `10000\r\n${'x'.repeat(65_536)}\r\n`],
  ])('closes the connection after the response: %s %s', async (method, header, piece) => {
    const started = performance.now();
    const socket = await open();
    socket.write(`${method} / HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n`);
    const response = readToEnd(socket);
    flood(socket, Buffer.from(piece));
    expect(await response).toMatch(/^HTTP\/1\.1 200 [^]*connection: close[^]*served$/i);
    expect(performance.now() - started).toBeLessThan(5 * SECONDS);
    expect(socket.bytesWritten).toBeLessThan(1024 ** 3);
  });

  test('is no request, even if it looks like one', async () => {
    const before = handled;
    const socket = await open();
    const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n');
    const response = readToEnd(socket);
    await once(socket, 'data');
    socket.write('x'.repeat(100) + smuggled);
    expect((await response).match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(handled).toBe(before + 1);
  });

  test('keeps the connection if it has arrived completely', async () => {
    const socket = await open();
    const request = 'POST /later HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx';
    socket.write(request + request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    expect((await readToEnd(socket)).match(/served/g)).toHaveLength(2);
  });
});

test('S8: headers that arrive byte by byte, or never, time out within 10 seconds', async () => {
  const started = performance.now();
  const idle = await Promise.all(Array.from({ length: 50 }, open));
  const slow = await open();
  slow.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
  const drip = setInterval(() => slow.write('x'), 500);
  const used = await open();
  // Of a used connection, the timeout between two requests is the shorter one.
  used.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\nG');
  try {
    const [dripped, ...rest] = await Promise.all([slow, used, ...idle].map(readToEnd));
    expect(dripped).toMatch(/^HTTP\/1\.1 408 [^]*"The request came too slowly\."/);
    expect(rest.filter((text) => text.includes('HTTP/1.1 408'))).toHaveLength(50);
    expect(performance.now() - started).toBeLessThan(11 * SECONDS);
  } finally {
    clearInterval(drip);
  }
}, 20_000);

test('S8: a connection is closed, even if its client keeps its own end open', async () => {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write('BLAH BLAH\r\n\r\n');
  socket.resume();
  await once(socket, 'end');
  const connections = () =>
    new Promise((resolve) => {
      server.getConnections((_, count) => resolve(count));
    });
  await expect.poll(connections, { timeout: 5 * SECONDS }).toBe(0);
  socket.destroy();
});

test('S8: a connection on which nothing is sent has a timeout', () => {
  expect(server).toMatchObject({ timeout: 120_000, headersTimeout: 8000 });
});
