import type { WorkerPool } from '../workers/worker-pool.ts';
import { createEmbeddingService, type EmbeddingServiceSettings } from './embedding-service.ts';
import { bytesOfVector } from './vector-bytes.ts';

/** Returns a vector for each text, as the database stores it. */
export type Embedder = (texts: readonly string[]) => Promise<Uint8Array[]>;

const LOCAL_TIMEOUT_MILLISECONDS = 120_000;

/** Embeds through the service of the settings, or in a worker where there is none. */
export function createEmbedder(
  service: EmbeddingServiceSettings | undefined,
  workers: WorkerPool,
): Embedder {
  if (service === undefined) {
    return (texts) =>
      workers.run('vectorize', { texts }, { timeoutMilliseconds: LOCAL_TIMEOUT_MILLISECONDS });
  }
  const embed = createEmbeddingService(service);
  return async (texts) => (await embed(texts)).map((vector) => bytesOfVector(vector));
}
