import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createAddressPolicy } from './address-policy.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { OutgoingError } from './outgoing-error.ts';

let server: Server;
let url: string;
let respond: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    respond(response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const policy = createAddressPolicy({ privateNetworks: ['127.0.0.1'] });
const guarded = createGuardedFetch({ policy, timeoutMilliseconds: 300, bytesMax: 1000 });
const failureOf = (sent: Promise<unknown>) =>
  sent.then(
    () => 'none',
    (error: unknown) => (error instanceof OutgoingError ? error.failure : error),
  );

test('a response is returned with its status, type and body', async () => {
  respond = (response) => response.writeHead(201, { 'Content-Type': 'text/plain' }).end('hello');
  const response = await guarded(url, { method: 'POST', body: new URLSearchParams({ a: 'b' }) });
  expect([response.status, response.headers.get('Content-Type')]).toEqual([201, 'text/plain']);
  expect(await response.text()).toBe('hello');
});

test('a redirect is returned, not followed', async () => {
  respond = (response) => response.writeHead(302, { Location: 'http://169.254.169.254/' }).end();
  expect((await guarded(url)).status).toBe(302);
});

test('a response without an end, and one without a beginning, time out', async () => {
  respond = (response) => response.writeHead(200).write('x');
  expect(await failureOf(guarded(url))).toBe('timeout');
  respond = () => undefined;
  expect(await failureOf(guarded(url))).toBe('timeout');
});

test('a response that is too large is no response', async () => {
  respond = (response) => response.writeHead(200).end('x'.repeat(1001));
  expect(await failureOf(guarded(url))).toBe('large');
});

test('a response that is cut off is no response', async () => {
  respond = (response) => {
    response.writeHead(200, { 'Content-Length': 10 }).write('x');
    response.destroy();
  };
  expect(await failureOf(guarded(url))).toBe('unreachable');
});

test('a private address is not reached, by name neither', async () => {
  const strict = createGuardedFetch({
    policy: createAddressPolicy({
      privateNetworks: [],
      resolve: () => Promise.resolve(['127.0.0.1']),
    }),
    timeoutMilliseconds: 300,
    bytesMax: 1000,
  });
  expect(await failureOf(strict(url))).toBe('private');
  expect(await failureOf(strict('https://login.example.com/'))).toBe('private');
});
