import type { Queryable } from '../../platform/database/database.ts';
import {
  noteDimensions,
  type EmbeddingModel,
} from '../../search-index/vectors/embedding-models.ts';
import { bytesOfVector } from '../../search-index/vectors/vector-bytes.ts';
import { EmbeddingError } from './embedding-error.ts';
import { createEmbeddingService, type EmbeddingServiceSettings } from './embedding-service.ts';

/** Returns a vector for each text of an organization's documents, as the database stores it. */
export type Embedder = (texts: readonly string[], organizationId: string) => Promise<Uint8Array[]>;

/** Embeds documents' texts through a service, into vectors of the length that the model is known to have. */
export function createEmbedder(
  database: Queryable,
  service: EmbeddingServiceSettings,
  model: EmbeddingModel,
): Embedder {
  let { dimensions } = model;
  const embed = createEmbeddingService({
    ...service,
    dimensions: model.requestedDimensions,
    knownDimensions: dimensions,
  });
  return async (texts) => {
    const vectors = await embed(texts);
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
}
