import type { ModelSource } from '../../platform/model-status.ts';
import { serviceSource } from '../service-source.ts';
import { serviceStateOf } from '../service-state.ts';
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
  /** Tokens of an answer at most. */
  tokensMax?: number;
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
  const state = serviceStateOf(settings);
  const ended = AbortSignal.any([signal, late.signal]);
  const whole = setTimeout(() => late.abort(), wholeMilliseconds);
  let part = setTimeout(() => late.abort(), partMilliseconds);
  try {
    const body = await open(settings, messages, ended);
    for await (const chunk of readChunks(body)) {
      clearTimeout(part);
      state.noteWorked('queries');
      if (!('text' in chunk) || chunk.text !== '') yield chunk;
      part = setTimeout(() => late.abort(), partMilliseconds);
    }
  } catch (error) {
    const isLate = late.signal.aborted && !signal.aborted;
    if (signal.aborted && !(error instanceof ChatFailure)) throw error;
    const failure = isLate
      ? tookTooLong()
      : error instanceof ChatFailure
        ? error
        : endedEarly(error);
    if (!failure.isOfQuestion) state.noteFailed('queries', failure.message);
    throw failure;
  } finally {
    clearTimeout(part);
    clearTimeout(whole);
    // Nothing is left open, also if the reader of the parts stopped.
    late.abort();
  }
}

async function open(
  { url, model, apiKey, tokensMax = ANSWER_TOKENS_MAX }: ChatServiceSettings,
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
      max_tokens: tokensMax,
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

/** Returns how the chat service of these settings stands. A test asks for one token. */
export function chatServiceSource(settings: ChatServiceSettings): ModelSource {
  return serviceSource(settings, async (milliseconds) => {
    const { url, model, apiKey } = settings;
    const short = {
      url,
      model,
      apiKey,
      tokensMax: 1,
      partMilliseconds: milliseconds,
      wholeMilliseconds: milliseconds,
    };
    const signal = new AbortController().signal;
    for await (const _ of requestChat(short, [{ role: 'user', content: 'Hello.' }], signal));
  });
}
