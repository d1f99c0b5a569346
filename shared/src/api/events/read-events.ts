import { expectSuccess } from '../client/answers.ts';
import { ApiError } from '../api-error.ts';
import { apiUrlOf } from '../client/client-settings.ts';
import { EventParser } from './event-parser.ts';
import type { StreamEvent } from './event-parser.ts';
import { withSession } from '../session/session-refresh.ts';
import { ORGANIZATION_HEADER } from '../client/transport.ts';

/** Milliseconds of silence after which a stream counts as held back: servers send something every 15 s. */
export const STREAM_SILENCE = 20_000;

export interface ReadEventsOptions {
  organizationId: string;
  onEvent: (event: StreamEvent) => void;
  signal: AbortSignal;
}

async function openStream(path: string, organizationId: string, signal: AbortSignal) {
  try {
    return await withSession(async () => {
      const response = await fetch(apiUrlOf(path), {
        headers: { accept: 'text/event-stream', [ORGANIZATION_HEADER]: organizationId },
        credentials: 'include',
        cache: 'no-store',
        signal,
      });
      if (response.ok) return { status: response.status, body: response.body, response };
      return { status: response.status, body: null, response };
    }, false);
  } catch (error) {
    if (error instanceof TypeError) throw new ApiError('network', undefined, { cause: error });
    throw error;
  }
}

/**
 * Follows a stream of events until it ends, which is no failure. Raises what other calls raise:
 * `timeout` where nothing came for twenty seconds, `contract` for an answer that is no stream.
 */
export async function readEvents(
  path: string,
  { organizationId, onEvent, signal }: ReadEventsOptions,
): Promise<void> {
  const silence = new AbortController();
  const giveUp = () => silence.abort(new ApiError('timeout'));
  let timer = setTimeout(giveUp, STREAM_SILENCE);
  try {
    const both = AbortSignal.any([signal, silence.signal]);
    const { response, body } = await openStream(path, organizationId, both);
    if (body === null) {
      const requestId = response.headers.get('X-Request-Id') ?? undefined;
      expectSuccess({ status: response.status, text: await response.text(), requestId });
      return;
    }
    if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
      await body.cancel();
      throw new ApiError('contract', undefined, { status: response.status });
    }
    const parser = new EventParser();
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(giveUp, STREAM_SILENCE);
      for (const event of parser.push(value)) onEvent(event);
    }
  } catch (error) {
    if (signal.aborted) return;
    if (silence.signal.aborted) throw silence.signal.reason;
    throw error instanceof TypeError ? new ApiError('network', undefined, { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}
