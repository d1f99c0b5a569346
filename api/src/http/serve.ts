import type { Duplex } from 'node:stream';

import { createAdaptorServer, type ServerType } from '@hono/node-server';

import type { Log } from '../log.ts';

type Refusal = readonly [status: string, message: string];

const UNREADABLE: Record<string, Refusal> & { other: Refusal } = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The headers of the request are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request came too slowly.'],
  other: ['400 Bad Request', 'The request is malformed.'],
};

const DRAIN_MILLISECONDS = 9000;

const HEADERS_MILLISECONDS = 60_000;

/** Answers a request, as an app's `fetch` does. */
export type Answer = Parameters<typeof createAdaptorServer>[0]['fetch'];

/** The server as it stands on its port. */
export function createListener(answer: Answer): ServerType {
  const server = createAdaptorServer({
    fetch: answer,
    // A large upload takes longer than Node's five minutes; archives watch their own pace. Without a
    // limit for the whole request, Node would set none for its headers either.
    serverOptions: { requestTimeout: 0, headersTimeout: HEADERS_MILLISECONDS },
  });
  answerUnreadable(server);
  return server;
}

/** Listens, or rejects with why not. */
export function listen(server: ServerType, { port, host }: { port: number; host: string }) {
  return new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Answers in a sentence, as the API does, what Node's parser refuses before any code of ours runs. */
function answerUnreadable(server: ServerType): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, message] = UNREADABLE[error.code ?? ''] ?? UNREADABLE.other;
    const body = JSON.stringify({ message });
    socket.end(
      `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}

/** What stands behind the requests. */
interface Drained {
  /** Ends the requests that would go on for ever. */
  drain(): void;
  stop(): Promise<void>;
}

/**
 * On SIGTERM or SIGINT takes no new requests, lets running ones and the current job steps finish,
 * and exits with 0, within 10 seconds in any case.
 */
export function drainOnSignal(server: ServerType, services: Drained, log: Log): void {
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
