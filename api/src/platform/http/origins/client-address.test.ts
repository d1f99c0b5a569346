import type { IncomingMessage } from 'node:http';

import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';

import { readSettings } from '../../settings/settings.ts';
import type { ApiEnv } from '../api-context.ts';
import { strictTransport } from '../responses.ts';
import { client, clientAddress } from './client-address.ts';

interface Sent {
  peer: string;
  proxies?: string;
  publicUrl?: string;
  headers?: Record<string, string>;
}

/** Sends a request from an address to a server with a setting of TRUSTED_PROXIES. */
async function send({ peer, proxies, publicUrl, headers = {} }: Sent): Promise<Response> {
  const settings = readSettings({ TRUSTED_PROXIES: proxies, PUBLIC_URL: publicUrl });
  const app = new Hono<ApiEnv>();
  app.use(client(settings.trustedProxies, settings.publicUrl), strictTransport);
  app.get('/', (c) => c.text(clientAddress(c)));
  const incoming = { socket: { remoteAddress: peer } } as unknown as IncomingMessage;
  return app.request('/', { headers }, { incoming });
}

const addressOf = async (peer: string, proxies?: string, forwarded?: string) => {
  const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
  const sent = { peer, headers, ...(proxies === undefined ? {} : { proxies }) };
  return (await send(sent)).text();
};

describe('S3: the address of a client', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
  ])('is that of the connection without trusted proxies: %s', async (peer, address) => {
    expect(await addressOf(peer)).toBe(address);
    expect(await addressOf(peer, undefined, '198.51.100.1')).toBe(address);
    expect(await addressOf(peer, '10.0.0.1', '198.51.100.1')).toBe(address);
  });

  test.each([
    ['one proxy', '127.0.0.1', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['a proxy that was listed in IPv6', '127.0.0.1', '::1', '198.51.100.1', '198.51.100.1'],
    ['a proxy of a network', '::ffff:10.2.3.4', '10.0.0.0/8', '2001:db8::7', '2001:db8::7'],
    ['a forged first hop', '10.0.0.1', '10.0.0.1', '192.0.2.66, 198.51.100.1', '198.51.100.1'],
    ['two proxies', '10.0.0.1', '10.0.0.0/24', '1.1.1.1, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['a hop outside of the list', '10.0.0.1', '10.0.0.1', '198.51.100.1, 10.9.0.2', '10.9.0.2'],
    ['trusted hops alone', '10.0.0.1', '10.0.0.0/24', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['a port', '10.0.0.1', '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['an IPv6 address with a port', '10.0.0.1', '10.0.0.1', '[2001:db8::7]:4711', '2001:db8::7'],
    ['text instead of an address', '10.0.0.1', '10.0.0.1', '192.0.2.66, unknown', '10.0.0.1'],
    ['an empty hop', '10.0.0.1', '10.0.0.1', '192.0.2.66,', '10.0.0.1'],
    ['an empty header', '10.0.0.1', '10.0.0.1', '', '10.0.0.1'],
  ])('is read from right to left behind trusted proxies: %s', async (_, peer, list, header, is) => {
    expect(await addressOf(peer, list, header)).toBe(is);
  });
});

describe('S3: Strict-Transport-Security', () => {
  const publicUrl = 'https://carrel.example.com';
  test.each<[string, Sent, boolean]>([
    ['is sent under https', { peer: '192.0.2.7', publicUrl }, true],
    ['is not sent under http', { peer: '192.0.2.7' }, false],
    [
      'is not sent where a proxy was called without encryption',
      {
        peer: '10.0.0.1',
        proxies: '10.0.0.1',
        publicUrl,
        headers: { 'X-Forwarded-Proto': 'http' },
      },
      false,
    ],
    [
      'is sent whatever another client says',
      {
        peer: '192.0.2.7',
        proxies: '10.0.0.1',
        publicUrl,
        headers: { 'X-Forwarded-Proto': 'http' },
      },
      true,
    ],
  ])('%s', async (_, sent, isSent) => {
    const { headers } = await send(sent);
    expect(headers.has('Strict-Transport-Security')).toBe(isSent);
  });
});
