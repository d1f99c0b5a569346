import { setTimeout as pause } from 'node:timers/promises';

import * as v from 'valibot';

import { readLimited, ResponseTooLarge } from '../../read-limited.ts';
import {
  ServiceUnavailable,
  WAIT_MAX_MILLISECONDS,
  watchOutage,
  type Send,
} from './service-outage.ts';

/** An OpenAI-compatible service. */
export interface EmbeddingServiceSettings {
  /** The URL of `/v1/embeddings`, or its origin. */
  url: string;
  model: string;
  apiKey?: string | undefined;
  /** Attempts for one batch. */
  tries?: number;
  /** The wait before the second attempt; it doubles each time. */
  waitMilliseconds?: number;
  timeoutMilliseconds?: number;
}

/** Texts that could not be embedded. The message is for users who look at the document. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
}

const BATCH = 64;
const DEFAULTS = { tries: 6, waitMilliseconds: 500, timeoutMilliseconds: 30_000 } as const;

const responseSchema = v.object({
  data: v.array(v.object({ index: v.optional(v.number()), embedding: v.array(v.number()) })),
});

/** A response that breaks the schema; a retry may succeed. */
class MalformedResponse extends Error {}

export type Embed = (texts: readonly string[]) => Promise<Float32Array[]>;

/**
 * Returns a function that embeds texts through a service, in batches. Temporary failures (429, 5xx, no
 * response, a malformed response) are retried with exponential backoff.
 */
export function createEmbeddingService(settings: EmbeddingServiceSettings): Embed {
  const known: { dimensions?: number } = {};
  const send = watchOutage(settings.waitMilliseconds ?? DEFAULTS.waitMilliseconds);
  return async (texts) => {
    const vectors: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += BATCH) {
      vectors.push(...(await embedBatch(settings, send, texts.slice(at, at + BATCH), known)));
    }
    return vectors;
  };
}

async function embedBatch(
  settings: EmbeddingServiceSettings,
  send: Send,
  texts: readonly string[],
  known: { dimensions?: number },
): Promise<Float32Array[]> {
  const tries = settings.tries ?? DEFAULTS.tries;
  let wait = settings.waitMilliseconds ?? DEFAULTS.waitMilliseconds;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return checked(await send(() => request(settings, texts)), texts.length, known);
    } catch (error) {
      const isMalformed = error instanceof MalformedResponse;
      if (!isMalformed && !(error instanceof ServiceUnavailable)) throw error;
      if (attempt >= tries) {
        throw new EmbeddingError(`${error.message} It was tried ${tries} times.`, { cause: error });
      }
      if (isMalformed) await pause(Math.min(wait, WAIT_MAX_MILLISECONDS));
      wait *= 2;
    }
  }
}

async function request(
  settings: EmbeddingServiceSettings,
  texts: readonly string[],
): Promise<unknown> {
  const response = await fetch(endpoint(settings.url), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(settings.apiKey === undefined ? {} : { Authorization: `Bearer ${settings.apiKey}` }),
    },
    body: JSON.stringify({ model: settings.model, input: texts, encoding_format: 'float' }),
    // The texts are tenants' and the key is the operator's: another address must not receive them. With
    // 'error', a redirect would look like a service that is away.
    redirect: 'manual',
    signal: AbortSignal.timeout(settings.timeoutMilliseconds ?? DEFAULTS.timeoutMilliseconds),
  }).catch((error: unknown) => {
    throw new ServiceUnavailable('The embedding service could not be reached.', { cause: error });
  });
  if (response.ok) return readJson(response);
  await response.body?.cancel();
  if (response.status === 429 || response.status >= 500) {
    const retryAfter = Number(response.headers.get('Retry-After'));
    throw new ServiceUnavailable(
      `The embedding service is not available (status ${response.status}).`,
      retryAfter > 0 ? { afterMilliseconds: retryAfter * 1000 } : {},
    );
  }
  if (response.status >= 300 && response.status < 400) {
    throw new EmbeddingError(
      'The embedding service redirects to another address, which is not followed. The operator can set EMBEDDINGS_URL to that address.',
    );
  }
  throw new EmbeddingError(
    `The embedding service refused the text (status ${response.status}). The operator can check its address, model and key.`,
  );
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return JSON.parse((await readLimited(response)).toString()) as unknown;
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') {
      throw new ServiceUnavailable('The embedding service took too long.', { cause: error });
    }
    throw new MalformedResponse(
      error instanceof ResponseTooLarge
        ? 'The embedding service gave an answer that is too large.'
        : 'The embedding service gave an answer that makes no sense.',
      { cause: error },
    );
  }
}

function checked(response: unknown, count: number, known: { dimensions?: number }): Float32Array[] {
  const parsed = v.safeParse(responseSchema, response);
  if (!parsed.success)
    throw new MalformedResponse('The embedding service gave an answer that makes no sense.');
  const rows = parsed.output.data;
  if (rows.length !== count)
    throw new MalformedResponse('The embedding service gave too few or too many vectors.');
  if (rows.every(({ index }) => index !== undefined)) {
    rows.sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
  }
  const vectors = rows.map(({ embedding }) => Float32Array.from(embedding));
  const dimensions = known.dimensions ?? vectors[0]?.length ?? 0;
  if (dimensions === 0 || vectors.some(({ length }) => length !== dimensions)) {
    throw new MalformedResponse('The embedding service gave vectors of different lengths.');
  }
  if (vectors.some((vector) => !vector.every((value) => Number.isFinite(value)))) {
    throw new MalformedResponse('The embedding service gave vectors that hold no numbers.');
  }
  known.dimensions = dimensions;
  return vectors;
}

function endpoint(url: string): string {
  const base = url.replace(/\/+$/, '');
  if (base.endsWith('/embeddings')) return base;
  return base.endsWith('/v1') ? `${base}/embeddings` : `${base}/v1/embeddings`;
}
