import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A service that a test describes, and the bodies that it received. */
export interface JsonService {
  url: string;
  received: { url: string; body: Record<string, unknown>; authorization: string | undefined }[];
  /** How it responds from now on. */
  respond: Respond;
  close(): void;
}

type Respond = (
  response: ServerResponse,
  body: Record<string, unknown>,
  request: IncomingMessage,
) => void;

/** Responds with JSON. */
export const sendJson =
  (body: unknown, status = 200): Respond =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };

/** Ways in which a service fails, by what happens. */
export const FAULTS: Record<string, Respond> = {
  'never responds': () => undefined,
  'responds without end': (response) => {
    const write = () => {
      while (!response.destroyed && response.write('['.repeat(1024 ** 2)));
    };
    response.on('drain', write);
    write();
  },
  'sends one byte at a time': (response) => {
    response.write('{');
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  },
  'responds with nonsense': (response) => response.end('nonsense'),
  'responds with other JSON': sendJson({ data: 'none', results: 'none' }),
  'responds with null': sendJson(null),
  'is broken': sendJson({}, 500),
  'is busy': sendJson({}, 429),
  'refuses the key': sendJson({}, 401),
  'closes the connection': (response) => response.destroy(),
};

/** Starts a service that receives JSON. */
export async function startJsonService(respond: Respond): Promise<JsonService> {
  const server = createServer((request, response) => {
    void json(request).then((parsed) => {
      const body = parsed as Record<string, unknown>;
      const { url = '', headers } = request;
      service.received.push({ url, body, authorization: headers.authorization });
      service.respond(response, body, request);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const service: JsonService = {
    url: `http://127.0.0.1:${port}`,
    received: [],
    respond,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return service;
}
