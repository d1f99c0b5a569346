import type { Queryable } from '../../platform/database/database.ts';
import {
  noteDimensions,
  type EmbeddingModel,
} from '../../search-index/vectors/embedding-models.ts';
import { bytesOfVector } from '../../search-index/vectors/vector-bytes.ts';
import { EmbeddingError } from './embedding-error.ts';
import {
  createEmbeddingService,
  type EmbeddingServiceOptions,
  type EmbeddingServiceSettings,
} from './embedding-service.ts';
import { serviceStateOf } from '../service-state.ts';

/**
 * Returns a vector for each text, as the database stores it. Organizations share what embeds.
 * @throws {EmbeddingError} if a text cannot be embedded.
 * @throws {EmbeddingsUnavailable} if nothing can be embedded at present.
 */
export type Embedder = (texts: readonly string[], organizationId: string) => Promise<Uint8Array[]>;

/** An embedder that is used until it is closed. */
export interface OpenEmbedder {
  embed: Embedder;
  close(): void;
}

/** Embeds documents' texts through a service, into vectors of the length that the model is known to have. */
export function createEmbedder(
  database: Queryable,
  settings: EmbeddingServiceSettings,
  model: EmbeddingModel,
  options: Pick<EmbeddingServiceOptions, 'onRecovered'> = {},
): OpenEmbedder {
  let { dimensions } = model;
  const state = serviceStateOf(settings);
  state.dimensions ??= dimensions;
  const service = createEmbeddingService(
    { ...settings, dimensions: model.requestedDimensions, knownDimensions: dimensions },
    { ...options, state },
  );
  const embed: Embedder = async (texts, organizationId) => {
    const vectors = await service.embed(texts, organizationId);
    const length = vectors[0]?.length;
    if (length !== undefined) {
      // Other processes may have seen the model's first vector.
      dimensions ??= await noteDimensions(database, model.id, length);
      if (length !== dimensions) {
        throw new EmbeddingError('The embedding service returned vectors of different lengths.');
      }
    }
    return vectors.map((vector) => bytesOfVector(vector));
  };
  return { embed, close: () => service.close() };
}
