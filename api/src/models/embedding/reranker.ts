import * as v from 'valibot';

import type { Settings } from '../../platform/settings/settings.ts';
import { MalformedResponse, requestJson, ServiceRefusal } from './request-json.ts';
import { serviceSource } from '../service-source.ts';
import { serviceStateOf } from '../service-state.ts';
import type { ModelSource } from '../../platform/model-status.ts';
import { createServiceCircuit } from './service-circuit.ts';

/** Scores by the texts' places, best first; or a sentence that says why there are none. */
export type Reranked = { order: { index: number; score: number }[] } | { unavailable: string };

/** Orders texts by how well they answer a query. Never rejects, and takes little longer than its deadline. */
export type Reranker = (query: string, texts: readonly string[]) => Promise<Reranked>;

type RerankerSettings = Extract<Settings['reranker'], { url: string }> & {
  timeoutMilliseconds?: number;
};

/** Texts that are reranked at most; the others keep their places behind them. */
export const RERANKED_MAX = 50;
/** Characters of a text that are sent: a chunk may be a rendered template of any length. */
const TEXT_MAX = 8000;
const DEADLINE_MILLISECONDS = 1000;

const SERVICE = { service: 'reranking service', setting: 'RERANK_URL' } as const;

const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const score = v.pipe(v.number(), v.finite());

/** Responses as Cohere, Jina and vLLM write them, and as TEI does. */
const responseSchema = v.union([
  v.pipe(
    v.object({ results: v.array(v.object({ index, relevance_score: score })) }),
    v.transform(({ results }) =>
      results.map((result) => ({ index: result.index, score: result.relevance_score })),
    ),
  ),
  v.array(v.object({ index, score })),
]);

type Shape = 'cohere' | 'tei';

const bodies: Record<Shape, (model: string | undefined, query: string, texts: string[]) => object> =
  {
    cohere: (model, query, documents) => ({
      ...(model === undefined ? {} : { model }),
      query,
      documents,
      top_n: documents.length,
    }),
    tei: (_, query, texts) => ({ query, texts, truncate: true }),
  };

/**
 * Returns a function that sends a query and texts to a service, and returns their order. Whether it expects Cohere's shape or TEI's is found out
 * by the first request and remembered.
 */
function createRequest(settings: RerankerSettings) {
  let shape: Shape | undefined;

  const request = async (as: Shape, query: string, texts: string[], deadline: number) => {
    const response = await requestJson({
      ...SERVICE,
      url: settings.url,
      apiKey: settings.apiKey,
      body: bodies[as](settings.model, query, texts),
      timeoutMilliseconds: Math.max(1, Math.ceil(deadline - performance.now())),
      maxBytes: 1024 ** 2,
    });
    const order = readOrder(response, texts.length);
    shape = as;
    return order;
  };
  return async (query: string, texts: string[], milliseconds: number) => {
    const deadline = performance.now() + milliseconds;
    const first: Shape = shape ?? (settings.model === undefined ? 'tei' : 'cohere');
    try {
      return await request(first, query, texts, deadline);
    } catch (error) {
      const isOther = error instanceof ServiceRefusal && error.isOfText;
      if (shape !== undefined || !isOther) throw error;
      return request(first === 'tei' ? 'cohere' : 'tei', query, texts, deadline);
    }
  };
}

/** Returns a function that reranks through a service. */
export function createReranker(settings: RerankerSettings): Reranker {
  const attempt = createServiceCircuit(SERVICE.service, serviceStateOf(settings));
  const rerank = createRequest(settings);
  const milliseconds = settings.timeoutMilliseconds ?? DEADLINE_MILLISECONDS;

  return async (query, texts) => {
    const sent = texts.slice(0, RERANKED_MAX).map((text) => text.slice(0, TEXT_MAX).toWellFormed());
    if (sent.length === 0) return { order: [] };
    const result = await attempt(() => rerank(query, sent, milliseconds));
    return 'unavailable' in result ? result : { order: result.value };
  };
}

/** Returns how the reranking service of these settings stands. */
export function rerankServiceSource(settings: RerankerSettings): ModelSource {
  const rerank = createRequest(settings);
  return serviceSource(settings, (milliseconds) =>
    rerank('A query', ['A text.', 'Another text.'], milliseconds),
  );
}

/** Texts that the service left out are last, in their order. */
function readOrder(response: unknown, count: number): { index: number; score: number }[] {
  const parsed = v.safeParse(responseSchema, response);
  if (!parsed.success) {
    throw new MalformedResponse('The reranking service returned an invalid response.');
  }
  const scores = new Map(parsed.output.map((each) => [each.index, each.score]));
  if (
    scores.size === 0 ||
    scores.size !== parsed.output.length ||
    [...scores.keys()].some((at) => at >= count)
  ) {
    throw new MalformedResponse('The reranking service returned scores of other texts.');
  }
  const lowest = Math.min(...scores.values());
  return Array.from({ length: count }, (_, at) => ({
    index: at,
    score: scores.get(at) ?? lowest,
  })).sort(
    (a, b) =>
      Number(scores.has(b.index)) - Number(scores.has(a.index)) ||
      b.score - a.score ||
      a.index - b.index,
  );
}
