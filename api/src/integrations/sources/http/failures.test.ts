import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { expect, test } from 'vitest';

import { OutgoingError } from '../../../platform/outgoing/outgoing-error.ts';
import { createAddressPolicy } from '../../../platform/outgoing/address-policy.ts';
import { sourceErrorOf } from './failures.ts';
import { createSourceHttp } from './source-http.ts';

const failed = (code: string) =>
  sourceErrorOf(new OutgoingError('unreachable', Object.assign(new Error('low level'), { code })), {
    isCancelled: false,
    isSlow: false,
  });

test.each([
  ['ENOTFOUND', 'There is no server of this name.'],
  ['ECONNREFUSED', 'The server refused the connection. Check the address and the port.'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'The server does not speak TLS at this port.'],
  ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME', 'A secure connection to the server failed.'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', "The server's certificate is not trusted."],
  ['CERT_HAS_EXPIRED', "The server's certificate has expired."],
  ['ERR_TLS_CERT_ALTNAME_INVALID', "The server's certificate is for another name."],
  ['ECONNRESET', 'The source could not be reached.'],
])('%s says what to look at', (code, message) => {
  expect(failed(code)).toMatchObject({ code: 'unreachable', message });
});

test('a server without TLS is found by what OpenSSL says, too', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const policy = createAddressPolicy({ privateNetworks: ['127.0.0.1'] });
  const http = createSourceHttp({ policy, signal: new AbortController().signal });
  await expect(http.request(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({
    message: 'The server does not speak TLS at this port.',
  });
  http.close();
  server.close();
});

test('a cause of several levels, or with several addresses, is found', () => {
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const all = new AggregateError([refused, refused], 'all');
  const error = sourceErrorOf(new TypeError('fetch failed', { cause: all }), {
    isCancelled: false,
    isSlow: false,
  });
  expect(error.message).toBe('The server refused the connection. Check the address and the port.');
});
