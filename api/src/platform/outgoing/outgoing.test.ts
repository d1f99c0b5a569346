import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';

import { createAddressPolicy, type Resolve } from './address-policy.ts';
import { createOutgoing, type Outgoing, type OutgoingRequest } from './outgoing.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts a receiver on the loopback address. Returns its port, and how many connections it had. */
async function receiver(listener: RequestListener) {
  const server: Server = createServer(listener);
  let connections = 0;
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { port, connections: () => connections };
}

function outgoing(options: { privateNetworks?: string[]; resolve?: Resolve } = {}): Outgoing {
  const client = createOutgoing(createAddressPolicy({ privateNetworks: [], ...options }));
  closing.push(() => client.close());
  return client;
}

const allowed = (resolve?: Resolve) =>
  outgoing({ privateNetworks: ['127.0.0.1'], ...(resolve && { resolve }) });

const to = (url: string, more: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  url,
  headers: { 'Content-Type': 'application/json' },
  body: '{}',
  timeoutMilliseconds: 5000,
  keepBytes: 100,
  signal: new AbortController().signal,
  ...more,
});

const publicHost: Resolve = () => Promise.resolve(['8.8.8.8']);

const ok: RequestListener = (request, response) => {
  request.resume();
  response.end('thanks');
};

test('a request is sent, and the beginning of its response returned', async () => {
  const { port } = await receiver(ok);
  expect(await allowed().post(to(`http://127.0.0.1:${port}/`, { keepBytes: 5 }))).toMatchObject({
    status: 200,
    text: 'thank',
  });
});

test.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433', '0x7f.1'])(
  'the address %s is never connected to',
  async (host) => {
    const { port, connections } = await receiver(ok);
    for (const scheme of ['http', 'https']) {
      await expect(outgoing().post(to(`${scheme}://${host}:${port}/`))).rejects.toMatchObject({
        failure: 'private',
      });
    }
    expect(connections()).toBe(0);
  },
);

test('a name that resolves to a private address is never connected to', async () => {
  const { port, connections } = await receiver(ok);
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1'], ['169.254.169.254']]) {
    const client = outgoing({ resolve: () => Promise.resolve(addresses) });
    await expect(client.post(to(`https://hooks.example.com:${port}/`))).rejects.toMatchObject({
      failure: 'private',
    });
  }
  expect(connections()).toBe(0);
});

test('a name that changes after the check is connected to where it was checked', async () => {
  const { port, connections } = await receiver(ok);
  const asked: string[] = [];
  const resolve: Resolve = (host) => {
    asked.push(host);
    // The second answer would be private.
    return Promise.resolve([asked.length === 1 ? '127.0.0.1' : '127.0.0.2']);
  };
  const client = allowed(resolve);
  expect((await client.post(to(`http://hooks.example.com:${port}/`))).status).toBe(200);
  expect(asked).toEqual(['hooks.example.com']);
  client.close();
  await expect(client.post(to(`http://hooks.example.com:${port}/`))).rejects.toMatchObject({
    failure: 'private',
  });
  expect(connections()).toBe(1);
});

test('http is for private networks that are allowed only', async () => {
  const resolve = publicHost;
  await expect(allowed(resolve).post(to('http://hooks.example.com/'))).rejects.toMatchObject({
    failure: 'insecure',
  });
  await expect(outgoing({ resolve }).post(to('http://hooks.example.com/'))).rejects.toMatchObject({
    failure: 'insecure',
  });
});

test('a redirect is returned, and not followed', async () => {
  const target = await receiver(ok);
  const { port } = await receiver((_request, response) => {
    response.writeHead(307, { Location: `http://127.0.0.1:${target.port}/` }).end();
  });
  expect((await allowed().post(to(`http://127.0.0.1:${port}/`))).status).toBe(307);
  expect(target.connections()).toBe(0);
});

test('a receiver that does not respond is given up after the deadline', async () => {
  const { port } = await receiver(() => undefined);
  const request = to(`http://127.0.0.1:${port}/`, { timeoutMilliseconds: 50 });
  await expect(allowed().post(request)).rejects.toMatchObject({ failure: 'timeout' });
});

test('a name server that does not respond is given up after the deadline', async () => {
  const client = outgoing({ resolve: () => new Promise(() => undefined) });
  const request = to('https://hooks.example.com/', { timeoutMilliseconds: 50 });
  await expect(client.post(request)).rejects.toMatchObject({ failure: 'timeout' });
});

test('a response without end is cut off, and its status counts', async () => {
  let sent = 0;
  const { port } = await receiver((_request, response) => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const more = () => {
      sent += chunk.length;
      if (!response.destroyed) response.write(chunk, more);
    };
    more();
  });
  const { status, text } = await allowed().post(to(`http://127.0.0.1:${port}/`));
  expect({ status, text }).toEqual({ status: 200, text: 'x'.repeat(100) });
  expect(sent).toBeLessThan(50 * 1024 * 1024);
});

test('a body that trickles ends with the deadline, and its status counts', async () => {
  const { port } = await receiver((_request, response) => {
    response.write('a');
  });
  const request = to(`http://127.0.0.1:${port}/`, { timeoutMilliseconds: 100 });
  expect(await allowed().post(request)).toMatchObject({ status: 200, text: 'a' });
});

test('a request that is cut off fails as cancelled', async () => {
  const cut = new AbortController();
  const { port } = await receiver(() => cut.abort());
  const request = to(`http://127.0.0.1:${port}/`, { signal: cut.signal });
  await expect(allowed().post(request)).rejects.toMatchObject({ failure: 'cancelled' });
});

test('a host without an address, and a port where nothing listens, cannot be reached', async () => {
  const client = allowed((host) => Promise.resolve(host === 'none.example' ? [] : ['127.0.0.1']));
  await expect(client.post(to('https://none.example/'))).rejects.toMatchObject({
    failure: 'unreachable',
  });
  const { port } = await receiver(ok);
  for (const close of closing.splice(0)) close();
  await expect(allowed().post(to(`http://127.0.0.1:${port}/`))).rejects.toMatchObject({
    failure: 'unreachable',
  });
});
