import { Readable } from 'node:stream';

import type { ApiContext } from '../../../platform/http/api-context.ts';

export function announcedBytes(c: ApiContext): number | undefined {
  const header = c.req.header('Content-Length');
  return header === undefined ? undefined : Number(header);
}

/** The socket's own stream if there is one: each layer around it slows large uploads down. */
export function bodyOf(c: ApiContext): Readable {
  // UPLOAD_PATIENCE_SECONDS decides, not the timeout of idle connections.
  waitIndefinitely(c);
  const incoming = c.env?.incoming;
  if (incoming !== undefined) return incoming;
  return Readable.fromWeb((c.req.raw.body ?? new Blob([]).stream()) as ReadableStream);
}

/** Ends the timeout of idle connections, for a request that has another or may take longer. */
export function waitIndefinitely(c: ApiContext): void {
  c.env?.incoming?.socket.setTimeout(0);
}
