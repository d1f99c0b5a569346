import { createParser } from 'eventsource-parser';

import { ApiError } from '../api-error.ts';
import { REQUEST_ID_HEADER, expectSuccess } from '../client/call.ts';

/** Milliseconds without a byte after which a stream counts as broken: servers send something every 15 s. */
export const STREAM_TIMEOUT = 20_000;

/** One event of a stream. */
export interface StreamEvent {
  /** The id from which the stream can be resumed: its own, or else the last one before it. */
  id: string | undefined;
  name: string;
  data: string;
}

/** Reads events from the pieces of a stream's text, however they are cut. */
export function eventReader(onEvent: (event: StreamEvent) => void): (piece: string) => void {
  let last: string | undefined;
  const parser = createParser({
    onId: (id) => {
      last = id;
    },
    onEvent: ({ event, data }) => onEvent({ id: last, name: event ?? 'message', data }),
  });
  return (piece) => parser.feed(piece);
}

/** Opens a stream of events and reads it until it ends, is aborted, or breaks. */
export async function followEvents(
  open: (signal: AbortSignal) => Promise<Response>,
  onEvent: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const timeout = new AbortController();
  const onTimeout = () => timeout.abort(new ApiError('timeout'));
  let timer = setTimeout(onTimeout, STREAM_TIMEOUT);
  try {
    const body = await bodyOf(await open(AbortSignal.any([signal, timeout.signal])));
    if (body === undefined) return;
    const read = eventReader(onEvent);
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(onTimeout, STREAM_TIMEOUT);
      read(value);
    }
  } catch (error) {
    if (signal.aborted) return;
    if (timeout.signal.aborted) throw timeout.signal.reason;
    throw error instanceof TypeError ? new ApiError('network', undefined, { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the stream of a response; undefined for a success without a body. */
async function bodyOf(
  response: Response,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | undefined> {
  const { status, body, headers } = response;
  if (!response.ok || body === null) {
    const requestId = headers.get(REQUEST_ID_HEADER) ?? undefined;
    expectSuccess({ status, text: await response.text(), requestId });
    return undefined;
  }
  if (headers.get('content-type')?.startsWith('text/event-stream') === true) return body;
  await body.cancel();
  throw new ApiError('contract', undefined, { status });
}
