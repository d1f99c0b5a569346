import * as v from 'valibot';

import type { ModelSource } from '../../platform/model-status.ts';
import { serviceSource } from '../service-source.ts';
import { ServiceState, serviceStateOf } from '../service-state.ts';
import { embedBatch, type BatchService } from './embed-batch.ts';
import { MalformedResponse, requestJson } from './request-json.ts';
import { createServiceLane, LANE_SLOTS } from './service-lane.ts';
import { ServiceLimits } from './service-limits.ts';
import { watchOutage } from './service-outage.ts';

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
  /** Texts of one request at most. */
  batch?: number | undefined;
  /** Tokens of one text at most; undefined where the service says it by refusing one. */
  tokens?: number | undefined;
  /** Attempts for one batch that fails while the service responds to others. */
  tries?: number;
  /** The wait before the second attempt, and before the first probe; it doubles each time. */
  waitMilliseconds?: number;
  timeoutMilliseconds?: number;
}

const DEFAULTS = {
  batch: 64,
  tries: 6,
  waitMilliseconds: 500,
  timeoutMilliseconds: 30_000,
  prefix: '',
} as const;
/** How long a service that was away may take for one text. */
const PROBE_MILLISECONDS = 10_000;
/** A text that no document has. */
const PROBE = 'A text.';

const responseSchema = v.object({
  data: v.array(v.object({ index: v.optional(v.number()), embedding: v.array(v.number()) })),
});

/** How failures name the service and its setting. */
export const EMBEDDING_SERVICE = {
  service: 'embedding service',
  setting: 'EMBEDDINGS_URL',
} as const;

export interface EmbeddingService {
  /**
   * Embeds texts, in batches that the service takes, several at once. Organizations share its slots.
   * @throws {EmbeddingError} if a text cannot be embedded.
   * @throws {EmbeddingsUnavailable} if nothing can be embedded at present.
   */
  embed: (texts: readonly string[], organizationId?: string) => Promise<Float32Array[]>;
  close: () => void;
}

/** What the service of a process is connected with. */
export interface EmbeddingServiceOptions {
  state?: ServiceState;
  /** The service was away and is back. */
  onRecovered?: () => void;
}

/** Returns what embeds texts through a service, for the life of the process. */
export function createEmbeddingService(
  settings: EmbeddingServiceSettings,
  { state = new ServiceState(), onRecovered = () => {} }: EmbeddingServiceOptions = {},
): EmbeddingService {
  const { passagePrefix: prefix = DEFAULTS.prefix, batch = DEFAULTS.batch, tokens } = settings;
  const known = { dimensions: settings.knownDimensions ?? settings.dimensions };
  const lane = createServiceLane();
  const limits = new ServiceLimits({ batch, tokens, prefix });
  const waitMilliseconds = settings.waitMilliseconds ?? DEFAULTS.waitMilliseconds;
  const request = async (texts: readonly string[], timeoutMilliseconds?: number) => {
    const started = performance.now();
    const response = await requestEmbeddings(settings, texts, timeoutMilliseconds);
    const vectors = readVectors(response, texts.length, known);
    state.dimensions = known.dimensions;
    state.rate.note(texts.length, performance.now() - started);
    return vectors;
  };
  const outage = watchOutage({
    waitMilliseconds,
    probe: () =>
      requestEmbeddings(
        settings,
        [PROBE],
        Math.min(PROBE_MILLISECONDS, settings.timeoutMilliseconds ?? PROBE_MILLISECONDS),
      ),
    state,
    onBusy: () => lane.slowDown(),
    onRecovered,
  });
  const tries = settings.tries ?? DEFAULTS.tries;
  const service: BatchService = { request, outage, limits, lane, tries, waitMilliseconds };
  return {
    embed: (texts, organizationId = '') => embedAll(service, texts, organizationId),
    close: () => outage.close(),
  };
}

async function embedAll(
  service: BatchService,
  texts: readonly string[],
  organizationId: string,
): Promise<Float32Array[]> {
  const { limits, lane } = service;
  const vectors: Float32Array[] = [];
  let at = 0;
  const embedNext = async () => {
    const first = at;
    if (first >= texts.length) return;
    const count = limits.take(texts, first, lane.batchMax);
    at += count;
    const batch = texts.slice(first, at).map((text) => limits.fit(text.toWellFormed()));
    const embedded = await embedBatch(service, batch);
    embedded.vectors.forEach((vector, index) => {
      vectors[first + index] = vector;
    });
  };
  const work = async () => {
    while (at < texts.length) await lane.run(organizationId, embedNext);
  };
  try {
    await Promise.all(Array.from({ length: Math.min(LANE_SLOTS, texts.length) }, work));
    return vectors;
  } catch (error) {
    // The others begin no further batch.
    at = texts.length;
    throw error;
  }
}

/** Returns how the embedding service of these settings stands, for documents and for queries. */
export function embeddingServiceSource(settings: EmbeddingServiceSettings): ModelSource {
  return serviceSource(settings, async (milliseconds) => {
    const response = await requestEmbeddings(settings, [PROBE], milliseconds);
    const known = { dimensions: settings.dimensions };
    readVectors(response, 1, known);
    serviceStateOf(settings).dimensions ??= known.dimensions;
  });
}

/**
 * Sends one request of documents' texts.
 * @throws {ServiceUnavailable | ServiceRefusal | MalformedResponse}
 */
function requestEmbeddings(
  settings: EmbeddingServiceSettings,
  texts: readonly string[],
  timeoutMilliseconds?: number,
): Promise<unknown> {
  const { model, dimensions, passagePrefix = DEFAULTS.prefix } = settings;
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
    timeoutMilliseconds:
      timeoutMilliseconds ?? settings.timeoutMilliseconds ?? DEFAULTS.timeoutMilliseconds,
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
