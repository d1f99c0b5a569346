import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * How long a closing connection is still read: a client that is sending would otherwise get a reset
 * connection instead of the response.
 */
const LINGER_MILLISECONDS = 500;

/** Destroys a connection whose response has ended, shortly after it. */
export function closeAfter(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MILLISECONDS);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Closes the connection after the response if the body has not arrived completely by then. Otherwise the
 * server would read the rest, however long it is, to find the next request.
 */
export function closeIfBodyIsUnread(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (!hasBody(incoming)) return;
  const { socket } = incoming;
  const writeHead = outgoing.writeHead.bind(outgoing) as (...args: unknown[]) => ServerResponse;
  outgoing.writeHead = (...args: unknown[]) => {
    if (!incoming.complete) {
      outgoing.setHeader('Connection', 'close');
      // Node calls it after the last response of a connection.
      const destroySoon = socket.destroySoon.bind(socket);
      socket.destroySoon = () => {
        socket.destroySoon = destroySoon;
        socket.end();
        closeAfter(socket);
      };
    }
    return writeHead(...args);
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}
