import { createEmbeddingService, type EmbeddingServiceSettings } from './embedding-service.ts';
import { bytesOfVector } from './vector-bytes.ts';

/** Returns a vector for each text, as the database stores it. */
export type Embedder = (texts: readonly string[]) => Promise<Uint8Array[]>;

/** Embeds through the service of the settings; undefined where there is none. */
export function createEmbedder(
  service: EmbeddingServiceSettings | undefined,
): Embedder | undefined {
  if (service === undefined) return undefined;
  const embed = createEmbeddingService(service);
  return async (texts) => (await embed(texts)).map((vector) => bytesOfVector(vector));
}
