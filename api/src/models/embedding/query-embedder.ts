import type { EmbeddingModel } from '../../search-index/vectors/embedding-models.ts';
import {
  EMBEDDING_SERVICE,
  embeddingsUrl,
  readVectors,
  type EmbeddingServiceSettings,
} from './embedding-service.ts';
import { BoundedCache } from '../../platform/bounded-cache.ts';
import { requestJson } from './request-json.ts';
import { serviceStateOf, type ServiceState } from '../service-state.ts';
import { createServiceCircuit } from './service-circuit.ts';

/** A query's vector, or a sentence that says why there is none. */
export type EmbeddedQuery = { vector: Float32Array } | { unavailable: string };

/** Embeds a query by a model. Never rejects, and takes little longer than its deadline. */
export type QueryEmbedder = (text: string, model: EmbeddingModel) => Promise<EmbeddedQuery>;

/** How long a search waits for the vector of its query. */
export const QUERY_DEADLINE_MILLISECONDS = 300;
/** Queries that are remembered: people search again with other filters, and page. */
const REMEMBERED = 500;

/** Embeds queries by `request`, each once, and remembers the recent ones. `name` is how failures name what embeds. */
export function createQueryEmbedder(
  name: string,
  request: (text: string, model: EmbeddingModel) => Promise<Float32Array>,
  state?: ServiceState,
): QueryEmbedder {
  const recent = new BoundedCache<Float32Array>({ entries: REMEMBERED });
  const pending = new Map<string, Promise<EmbeddedQuery>>();
  const attempt = createServiceCircuit(name, state);

  const embed = async (key: string, text: string, model: EmbeddingModel) => {
    const result = await attempt(() => request(text, model));
    if ('unavailable' in result) return result;
    recent.set(key, result.value);
    return { vector: result.value };
  };

  return (text, model) => {
    const key = `${model.id} ${model.queryPrefix}${text}`;
    const known = recent.get(key);
    if (known !== undefined) return Promise.resolve({ vector: known });
    const running = pending.get(key) ?? embed(key, text, model).finally(() => pending.delete(key));
    pending.set(key, running);
    return running;
  };
}

/** Embeds queries through a service. */
export const createServiceQueryEmbedder = (
  settings: Pick<EmbeddingServiceSettings, 'url' | 'apiKey' | 'timeoutMilliseconds'>,
): QueryEmbedder =>
  createQueryEmbedder(
    EMBEDDING_SERVICE.service,
    async (text, model) => {
      const { name, requestedDimensions: dimensions, queryPrefix } = model;
      const response = await requestJson({
        ...EMBEDDING_SERVICE,
        url: embeddingsUrl(settings.url),
        apiKey: settings.apiKey,
        body: {
          model: name,
          input: [queryPrefix + text],
          encoding_format: 'float',
          ...(dimensions === undefined ? {} : { dimensions }),
        },
        timeoutMilliseconds: settings.timeoutMilliseconds ?? QUERY_DEADLINE_MILLISECONDS,
        maxBytes: 1024 ** 2,
      });
      const [vector] = readVectors(response, 1, { dimensions: model.dimensions });
      return vector ?? new Float32Array();
    },
    serviceStateOf(settings),
  );
