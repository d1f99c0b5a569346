import { availableParallelism } from 'node:os';

import { TaskRefused, WorkerFailure } from '../../platform/workers/worker-failure.ts';
import { EmbeddingError, EmbeddingsUnavailable } from '../embedding/embedding-error.ts';
import { createModelPool } from './model-pool.ts';
import { openQueryEncoder, type QueryEncoder } from './query-encoder.ts';
import { createSlices } from './slices.ts';

/** An embedding model that this server runs, in two processes: one is for queries. */
export interface LocalEncoder extends QueryEncoder {
  /**
   * Returns a vector of length 1 for each text of a document, which the model's prefix is part of.
   * @throws {EmbeddingError} for a text that ends the process. @throws {EmbeddingsUnavailable}
   * @throws {PoolClosed} when the server stops.
   */
  embed(texts: readonly string[], organizationId: string): Promise<Float32Array[]>;
}

/** By the clock. A machine under load delays a process of low priority. */
const TIMEOUT_MILLISECONDS = 300_000;
/** How often the process may end over one text. */
const TRIES = 3;
/** Characters of a text that are compared: a model cuts longer ones. */
const CHARACTERS_PER_TOKEN = 4;

/** Opens the model in a folder. @throws {UnusableModel} */
export async function openLocalEncoder(folder: string): Promise<LocalEncoder> {
  const queries = await openQueryEncoder(folder);
  const { files } = queries;
  const threads = availableParallelism();
  const documents = createModelPool('documents');
  const slices = createSlices();

  const embedSlice = async (texts: readonly string[], organizationId: string) => {
    const began = performance.now();
    let started = began;
    const vectors = await documents.run(
      'embed',
      { files, threads, texts },
      {
        timeoutMilliseconds: TIMEOUT_MILLISECONDS,
        owner: { id: organizationId },
        onStart: () => {
          started = performance.now();
        },
      },
    );
    return { vectors, milliseconds: performance.now() - started };
  };
  /** A text that ends the process is found by embedding each alone. */
  const embedAll = async (
    texts: readonly string[],
    organizationId: string,
  ): Promise<{ vectors: Float32Array[]; milliseconds: number }> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await embedSlice(texts, organizationId);
      } catch (error) {
        // Its files were changed under the server: documents wait for the operator.
        if (error instanceof TaskRefused) {
          throw new EmbeddingsUnavailable(error.message, { cause: error });
        }
        if (!(error instanceof WorkerFailure)) throw error;
        if (texts.length > 1) break;
        if (tries >= TRIES) {
          throw new EmbeddingError(endedBy(error), { cause: error, isOfText: true });
        }
      }
    }
    const vectors: Float32Array[] = [];
    const began = performance.now();
    for (const text of texts) vectors.push(...(await embedAll([text], organizationId)).vectors);
    return { vectors, milliseconds: performance.now() - began };
  };
  return {
    ...queries,
    close: () => {
      queries.close();
      documents.close();
    },
    embed: async (texts, organizationId) => {
      const most = files.tokensMax * CHARACTERS_PER_TOKEN;
      const weight = (at: number) => Math.min(most, (texts[at] ?? '').length) + 1;
      const order = texts.map((_, at) => at).toSorted((a, b) => weight(b) - weight(a));
      const vectors: Float32Array[] = [];
      for (let from = 0; from < order.length;) {
        const lengths = order.slice(from).map(weight);
        const slice = order.slice(from, from + slices.take(lengths));
        const made = await embedAll(
          slice.map((at) => texts[at] ?? ''),
          organizationId,
        );
        const characters = slice.reduce((sum, at) => sum + weight(at), 0);
        slices.record(characters, made.milliseconds);
        slice.forEach((at, index) => {
          vectors[at] = made.vectors[index] ?? new Float32Array();
        });
        from += slice.length;
      }
      return vectors;
    },
  };
}

const endedBy = (error: WorkerFailure) => `The model could not read this text: ${error.message}.`;
