import { once } from 'node:events';
import { connect } from 'node:net';

import { readToEnd } from './upload-socket.ts';

/** A request of which the body's last byte is not sent yet. */
export interface HeldRequest {
  /** Sends the last byte and returns the status of the response. */
  finish(): Promise<number>;
}

/** Sends a request over a connection of its own, but for its body's last byte. */
export async function holdRequest(
  origin: string,
  request: { method: string; path: string; headers: Record<string, string>; body: Uint8Array },
): Promise<HeldRequest> {
  const { method, path, headers, body } = request;
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  // Without a listener, a reset connection would throw.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const lines = Object.entries({
    ...headers,
    Host: host,
    Connection: 'close',
    'Content-Length': String(body.length),
  }).map((header) => header.join(': '));
  const response = readToEnd(socket);
  socket.write([`${method} /api/v1${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  socket.write(body.subarray(0, -1));
  return {
    finish: async () => {
      socket.write(body.subarray(-1));
      return Number(/^HTTP\/1\.1 (\d+)/.exec(await response)?.[1]);
    },
  };
}
