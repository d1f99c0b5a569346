import type { Duplex } from 'node:stream';

import { createAdaptorServer, type ServerType } from '@hono/node-server';

import type { Log } from '../log.ts';

type Refusal = readonly [status: string, message: string];

const PARSER_ERRORS: Record<string, Refusal> & { other: Refusal } = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The headers of the request are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request came too slowly.'],
  other: ['400 Bad Request', 'The request is malformed.'],
};

const DRAIN_MILLISECONDS = 9000;

const HEADERS_MILLISECONDS = 60_000;

/** Handles a request, like an app's `fetch`. */
export type RequestHandler = Parameters<typeof createAdaptorServer>[0]['fetch'];

/** Creates the HTTP server for a handler. It does not listen yet. */
export function createListener(handler: RequestHandler): ServerType {
  const server = createAdaptorServer({
    fetch: handler,
    // A large upload takes longer than Node's default of five minutes, and its route has its own timeout.
    // With requestTimeout 0, Node would disable its default headersTimeout too.
    serverOptions: { requestTimeout: 0, headersTimeout: HEADERS_MILLISECONDS },
  });
  respondToParserErrors(server);
  return server;
}

/** Resolves when the server listens, and rejects if it cannot. */
export function listen(server: ServerType, { port, host }: { port: number; host: string }) {
  return new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Responds with JSON, like the API, to requests that Node's parser refuses before the app runs. */
function respondToParserErrors(server: ServerType): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, message] = PARSER_ERRORS[error.code ?? ''] ?? PARSER_ERRORS.other;
    const body = JSON.stringify({ message });
    socket.end(
      `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}

interface DrainableServices {
  /** Ends requests that would otherwise continue indefinitely. */
  drain(): void;
  stop(): Promise<void>;
}

/**
 * On SIGTERM or SIGINT, refuses new requests, waits for running ones and the current job steps, and
 * exits with 0 within 10 seconds in any case.
 */
export function drainOnSignal(server: ServerType, services: DrainableServices, log: Log): void {
  let draining = false;
  const drain = async () => {
    if (draining) return;
    draining = true;
    log.info('draining');
    const deadline = setTimeout(() => {
      log.warn('stopped with work left, which the next start takes up');
      process.exit(0);
    }, DRAIN_MILLISECONDS);
    deadline.unref();
    try {
      services.drain();
      await closed(server);
      await services.stop();
      log.info('stopped');
    } catch (error) {
      log.error('stopping', error);
    }
    process.exit(0);
  };
  process.on('SIGTERM', () => void drain());
  process.on('SIGINT', () => void drain());
}

function closed(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  });
}
