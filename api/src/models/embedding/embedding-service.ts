import { setTimeout as pause } from 'node:timers/promises';

import * as v from 'valibot';

import { EmbeddingError } from './embedding-error.ts';
import { MalformedResponse, requestJson, ServiceRefusal } from './request-json.ts';
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
  /** What the service is asked for. */
  dimensions?: number | undefined;
  /** The length of the model's earlier vectors. */
  knownDimensions?: number | undefined;
  passagePrefix?: string | undefined;
  /** Attempts for one batch. */
  tries?: number;
  /** The wait before the second attempt; it doubles each time. */
  waitMilliseconds?: number;
  timeoutMilliseconds?: number;
}

const BATCH = 64;
const DEFAULTS = { tries: 6, waitMilliseconds: 500, timeoutMilliseconds: 30_000 } as const;

const responseSchema = v.object({
  data: v.array(v.object({ index: v.optional(v.number()), embedding: v.array(v.number()) })),
});

/** How failures name the service and its setting. */
export const EMBEDDING_SERVICE = {
  service: 'embedding service',
  setting: 'EMBEDDINGS_URL',
} as const;

export type Embed = (texts: readonly string[]) => Promise<Float32Array[]>;

/**
 * Returns a function that embeds texts through a service, in batches. Temporary failures (429, 5xx, no
 * response, a malformed response) are retried with exponential backoff.
 */
export function createEmbeddingService(settings: EmbeddingServiceSettings): Embed {
  const known = { dimensions: settings.knownDimensions ?? settings.dimensions };
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
  known: { dimensions?: number | undefined },
): Promise<Float32Array[]> {
  const tries = settings.tries ?? DEFAULTS.tries;
  let wait = settings.waitMilliseconds ?? DEFAULTS.waitMilliseconds;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return readVectors(await send(() => request(settings, texts)), texts.length, known);
    } catch (error) {
      if (error instanceof ServiceRefusal) {
        throw new EmbeddingError(error.message, { cause: error });
      }
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

function request(settings: EmbeddingServiceSettings, texts: readonly string[]): Promise<unknown> {
  const { model, dimensions, passagePrefix = '' } = settings;
  return requestJson({
    ...EMBEDDING_SERVICE,
    url: embeddingsUrl(settings.url),
    apiKey: settings.apiKey,
    body: {
      model,
      input: passagePrefix === '' ? texts : texts.map((text) => passagePrefix + text),
      encoding_format: 'float',
      ...(dimensions === undefined ? {} : { dimensions }),
    },
    timeoutMilliseconds: settings.timeoutMilliseconds ?? DEFAULTS.timeoutMilliseconds,
  });
}

/**
 * Returns the vectors of a response to `count` texts. The first response sets the length of all later
 * ones, unless it is known.
 * @throws {MalformedResponse}
 */
export function readVectors(
  response: unknown,
  count: number,
  known: { dimensions?: number | undefined },
): Float32Array[] {
  const parsed = v.safeParse(responseSchema, response);
  if (!parsed.success)
    throw new MalformedResponse('The embedding service returned an invalid response.');
  const rows = parsed.output.data;
  if (rows.length !== count)
    throw new MalformedResponse('The embedding service returned too few or too many vectors.');
  if (rows.every(({ index }) => index !== undefined)) {
    rows.sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
  }
  const vectors = rows.map(({ embedding }) => Float32Array.from(embedding));
  const dimensions = known.dimensions ?? vectors[0]?.length ?? 0;
  if (dimensions === 0 || vectors.some(({ length }) => length !== dimensions)) {
    throw new MalformedResponse('The embedding service returned vectors of different lengths.');
  }
  if (vectors.some((vector) => !vector.every((value) => Number.isFinite(value)))) {
    throw new MalformedResponse('The embedding service returned vectors that hold no numbers.');
  }
  known.dimensions = dimensions;
  return vectors;
}

/** The URL of `/v1/embeddings` of a service that is named by it or by its origin. */
export function embeddingsUrl(url: string): string {
  const base = url.replace(/\/+$/, '');
  if (base.endsWith('/embeddings')) return base;
  return base.endsWith('/v1') ? `${base}/embeddings` : `${base}/v1/embeddings`;
}
