import type { Settings } from '../../platform/settings/settings.ts';
import {
  ChatFailure,
  endedEarly,
  madeNoSense,
  refusedWith,
  tookTooLong,
  unreachable,
} from './chat-failure.ts';
import { readChunks, type ChatPart } from './read-chunks.ts';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export type ChatServiceSettings = NonNullable<Settings['chat']> & {
  /** The longest wait for the first part of an answer, and for each next one. */
  partMilliseconds?: number;
  wholeMilliseconds?: number;
};

const DEFAULTS = { partMilliseconds: 15_000, wholeMilliseconds: 120_000 } as const;

/** Tokens of an answer: a page or two, and the reasoning of models that count it. */
const ANSWER_TOKENS_MAX = 4096;

/**
 * Asks an OpenAI-compatible service once, and returns its answer in parts as they arrive. Aborting `signal`
 * ends the request.
 * @throws {ChatFailure} with a sentence for the person.
 */
export async function* requestChat(
  settings: ChatServiceSettings,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): AsyncGenerator<ChatPart> {
  const { partMilliseconds, wholeMilliseconds } = { ...DEFAULTS, ...settings };
  const late = new AbortController();
  const ended = AbortSignal.any([signal, late.signal]);
  const whole = setTimeout(() => late.abort(), wholeMilliseconds);
  let part = setTimeout(() => late.abort(), partMilliseconds);
  try {
    const body = await open(settings, messages, ended);
    for await (const chunk of readChunks(body)) {
      clearTimeout(part);
      if (!('text' in chunk) || chunk.text !== '') yield chunk;
      part = setTimeout(() => late.abort(), partMilliseconds);
    }
  } catch (error) {
    if (late.signal.aborted && !signal.aborted) throw tookTooLong();
    throw error instanceof ChatFailure || signal.aborted ? error : endedEarly(error);
  } finally {
    clearTimeout(part);
    clearTimeout(whole);
    // Nothing is left open, also if the reader of the parts stopped.
    late.abort();
  }
}

async function open(
  { url, model, apiKey }: ChatServiceSettings,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(endpoint(url), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
      ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({
      model,
      messages,
      stream: true,
      temperature: 0,
      max_tokens: ANSWER_TOKENS_MAX,
    }),
    // The passages are a tenant's and the key is the operator's: another address must not receive them.
    redirect: 'manual',
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : unreachable(error);
  });
  const { ok, status, body, headers } = response;
  if (ok && body !== null && headers.get('Content-Type')?.includes('text/event-stream')) {
    return body;
  }
  await body?.cancel();
  throw ok ? madeNoSense() : refusedWith(status);
}

/** The URL of `/v1/chat/completions`, which an origin stands for. */
function endpoint(url: string): string {
  const { pathname } = new URL(url);
  return pathname === '/' ? new URL('/v1/chat/completions', url).href : url;
}
