import { streamSSE } from 'hono/streaming';

import type { ApiContext } from './api-context.ts';

/** Proxies and clients leave a stream that is silent. */
const STILL_HERE = ': still here\n\n';

interface StreamedEvent {
  event: string;
  /** Sent as JSON. */
  data: unknown;
  id?: string;
}

/** Writes to a stream of Server-Sent Events. */
export interface EventWriter {
  send(event: StreamedEvent): Promise<void>;
  /** Sends a comment, so that the stream is not silent. */
  stillHere(): Promise<void>;
  /** Tells the client when to connect again after the stream has ended. */
  retryAfter(milliseconds: number): Promise<void>;
  /** Aborts once the client is gone. */
  gone: AbortSignal;
}

/** Responds with Server-Sent Events that `write` sends; the stream ends with it. No proxy holds them back. */
export function streamEvents(
  c: ApiContext,
  write: (events: EventWriter) => Promise<void>,
): Response {
  c.header('X-Accel-Buffering', 'no');
  return streamSSE(c, async (stream) => {
    const gone = new AbortController();
    stream.onAbort(() => gone.abort());
    await write({
      send: ({ data, ...event }) => stream.writeSSE({ ...event, data: JSON.stringify(data) }),
      stillHere: async () => {
        await stream.write(STILL_HERE);
      },
      retryAfter: async (milliseconds) => {
        await stream.write(`retry: ${milliseconds}\n\n`);
      },
      gone: gone.signal,
    });
  });
}
