import { ORGANIZATION_HEADER } from '../client/call.ts';
import { apiUrlOf } from '../client/client-settings.ts';
import { chunkFailed } from '../client/load-calls.ts';
import { withSession } from '../client/with-session.ts';
import type { StreamEvent } from './event-stream.ts';

export interface ReadEventsOptions {
  organizationId: string;
  onEvent: (event: StreamEvent) => void;
  signal: AbortSignal;
  /** Sent as the body of a POST; without it the stream is read with a GET. */
  json?: unknown;
}

/**
 * Reads a stream of events until it ends, which is no failure, or is aborted. Throws what other calls
 * throw: `timeout` after twenty seconds without a byte, `contract` for a response that is no stream.
 */
export async function readEvents(
  path: string,
  { organizationId, onEvent, signal, json }: ReadEventsOptions,
): Promise<void> {
  const open = (signal: AbortSignal) =>
    withSession(() =>
      fetch(apiUrlOf(path), {
        ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
        headers: {
          accept: 'text/event-stream',
          [ORGANIZATION_HEADER]: organizationId,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        },
        credentials: 'include',
        cache: 'no-store',
        signal,
      }),
    );
  // In a chunk of its own: few screens read events.
  const { followEvents } = await import(/* webpackChunkName: "events" */ './event-stream.ts').catch(
    chunkFailed,
  );
  await followEvents(open, onEvent, signal);
}
