import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Webhook } from 'standardwebhooks';

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  message: { type: string; timestamp: string; data: Record<string, unknown> };
}

/** A receiver of webhooks on the loopback address. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Responds to requests from now on; 204 by default. */
  respond: (response: ServerResponse, received: Received) => void;
  /** Verifies a request with the library of Standard Webhooks. @throws if it was not signed with the secret. */
  verify(secret: string, received: Received): unknown;
  /** Ends all connections and listens no more, as a process that is killed. */
  kill(): Promise<void>;
  /** Listens again, at the same address. */
  listen(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  let port = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const message = JSON.parse(body) as Received['message'];
      const received = { path: request.url ?? '', headers, body, message };
      receiver.received.push(received);
      receiver.respond(response, received);
    });
    request.on('error', () => undefined);
  });
  const receiver: Receiver = {
    url: '',
    received: [],
    respond: (response) => response.writeHead(204).end(),
    verify: (secret, { body, headers }) => new Webhook(secret).verify(body, headers),
    kill: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
          server.off('error', reject);
          ({ port } = server.address() as AddressInfo);
          receiver.url = `http://127.0.0.1:${port}/carrel`;
          resolve();
        });
      }),
  };
  await receiver.listen();
  return receiver;
}
