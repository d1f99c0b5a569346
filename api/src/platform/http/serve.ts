import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Server } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { getRequestListener, type ServerType } from '@hono/node-server';

import type { Log } from '../log.ts';
import { closeAfter, closeIfBodyIsUnread } from './bodies/unread-body.ts';
import { refusalHeaders, type RefusalHeaders } from './refusal-headers.ts';
import { RunningRequests } from './running-requests.ts';
import { waitingConnections } from '../system/waiting-connections.ts';

type Refusal = readonly [status: string, message: string];

const MALFORMED = 'The request is malformed.';

const PARSER_ERRORS: Record<string, Refusal> & { other: Refusal } = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The headers of the request are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request came too slowly.'],
  other: ['400 Bad Request', MALFORMED],
};

const DRAIN_MILLISECONDS = 9000;
/** After which requests that still run get 503. */
const FINISH_MILLISECONDS = 8000;
/** Of it, the most for connections that wait to be accepted. */
const ACCEPT_MILLISECONDS = 3000;
/** Turns of the event loop without a new connection after which none waits. */
const QUIET_TURNS = 3;
/** In a longer turn there was work, or another process had the processor: connections may wait after it. */
const QUIET_TURN_MILLISECONDS = 2;

/** The timeout for all headers of a request, from the connection or the previous response on. */
const HEADERS_MILLISECONDS = 8000;
/** How often it is checked. */
const CHECK_MILLISECONDS = 1000;
/**
 * The timeout of a connection on which nothing is sent in either direction. Longer than any response
 * takes; an event stream sends something every 15 seconds.
 */
const IDLE_MILLISECONDS = 120_000;

const requestsOf = new WeakMap<ServerType, RunningRequests>();

/** Handles a request, like an app's `fetch`. */
export type RequestHandler = Parameters<typeof getRequestListener>[0];

/**
 * Creates the HTTP server for a handler. It does not listen yet. `headers` are those of the responses
 * that it sends without the handler, which `log` has.
 */
export function createListener(
  handler: RequestHandler,
  headers: Readonly<Record<string, string>> = {},
  log?: Log,
): ServerType {
  const refusal = refusalHeaders(headers, log);
  const respond = getRequestListener(handler, { errorHandler: () => malformed(refusal) });
  const running = new RunningRequests(refusal);
  const responding = new WeakMap<Duplex, ServerResponse>();
  const server = createServer(
    {
      // A large upload takes longer than Node's default of five minutes, and its route has its own timeout.
      // With requestTimeout 0, Node would disable its default headersTimeout too.
      requestTimeout: 0,
      headersTimeout: HEADERS_MILLISECONDS,
      connectionsCheckingInterval: CHECK_MILLISECONDS,
      // Node would refuse a request without Host with an empty body.
      requireHostHeader: false,
    },
    (incoming: IncomingMessage, outgoing: ServerResponse) => {
      // The next request of a connection that is being closed.
      if (!incoming.socket.writable) return;
      responding.set(incoming.socket, outgoing);
      closeIfBodyIsUnread(incoming, outgoing);
      if (!running.accept(incoming, outgoing)) return;
      void respond(incoming, outgoing);
    },
  );
  requestsOf.set(server, running);
  server.timeout = IDLE_MILLISECONDS;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = responding.get(socket);
    const isResponding = response?.headersSent === true && !response.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || isResponding) socket.destroy();
    else refuse(socket, PARSER_ERRORS[error.code ?? ''] ?? PARSER_ERRORS.other, refusal);
  });
  return server;
}

/** Responds with JSON, like the API, to a request that Node's parser refuses before the app runs. */
function refuse(socket: Duplex, [status, message]: Refusal, refusal: RefusalHeaders): void {
  const body = JSON.stringify({ message });
  const lines = Object.entries({
    ...refusal(Number.parseInt(status, 10)),
    Connection: 'close',
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
  closeAfter(socket);
}

/** The response to a request without a valid Host or URL, which the app cannot handle. */
function malformed(refusal: RefusalHeaders): Response {
  return Response.json({ message: MALFORMED }, { status: 400, headers: refusal(400) });
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

interface DrainableServices {
  /** Ends requests that would otherwise continue indefinitely. */
  drain(): void;
  stop(): Promise<void>;
}

/**
 * On SIGTERM or SIGINT, refuses new connections, responds 503 to new requests, waits for running ones and the
 * current job steps, and exits with 0 within 10 seconds in any case. Returns what the signals do.
 */
export function drainOnSignal(
  server: ServerType,
  services: DrainableServices,
  log: Log,
): () => void {
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
    const late = setTimeout(() => refuseRunning(server), FINISH_MILLISECONDS);
    late.unref();
    try {
      services.drain();
      await allAccepted(server);
      await stopListening(server);
      await services.stop();
      log.info('stopped');
    } catch (error) {
      log.error('stopping', error);
    }
    process.exit(0);
  };
  process.on('SIGTERM', () => void drain());
  process.on('SIGINT', () => void drain());
  return () => void drain();
}

/**
 * Waits until the server has accepted the connections that the system has established for it: the system
 * resets those that wait when a server stops listening. Node accepts one in each turn. Where the system does not say
 * how many wait, none does after some short turns without one, which a busy machine may not have.
 */
async function allAccepted(server: ServerType): Promise<void> {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  let quietTurns = 0;
  const onConnection = () => {
    quietTurns = 0;
  };
  server.on('connection', onConnection);
  let turned = performance.now();
  const end = turned + ACCEPT_MILLISECONDS;
  while (quietTurns < QUIET_TURNS && turned < end) {
    await nextTurn();
    if (port !== undefined && waitingConnections(port) === 0) break;
    const now = performance.now();
    quietTurns = now - turned <= QUIET_TURN_MILLISECONDS ? quietTurns + 1 : 0;
    turned = now;
  }
  server.off('connection', onConnection);
}

/** Responds 503 to the requests of a server that have no response yet and commit nothing. */
export function refuseRunning(server: ServerType): void {
  requestsOf.get(server)?.refuseRunning();
}

/**
 * Refuses new connections, and resolves when no request runs. Connections without a request stay open until then:
 * the next request of one gets a response.
 */
export async function stopListening(server: ServerType): Promise<void> {
  // That of HTTP closes connections that are idle at once.
  const closed = new Promise<void>((resolve) => {
    Server.prototype.close.call(server, () => resolve());
  });
  await requestsOf.get(server)?.stop();
  server.close();
  await closed;
}
