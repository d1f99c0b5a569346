import { availableParallelism } from 'node:os';

import { TaskRefused, WorkerFailure } from '../../platform/workers/worker-failure.ts';
import { EmbeddingError } from '../embedding/embedding-error.ts';
import { modelDigest, readModelFolder, type ModelFiles } from './model-files.ts';
import { createModelPool } from './model-pool.ts';
import { createSlices } from './slices.ts';
import { UnusableModel } from './unusable-model.ts';

/** An embedding model that this server runs, in two processes: one is for queries, which documents never keep busy. */
export interface LocalEncoder {
  files: ModelFiles;
  /** Differs between models whose vectors do. */
  digest: string;
  dimensions: number;
  /**
   * Returns a vector of length 1 for each text of a document, which the model's prefix is part of.
   * @throws {EmbeddingError} @throws {PoolClosed} when the server stops.
   */
  embed(texts: readonly string[], organizationId: string): Promise<Float32Array[]>;
  /** The same for a query. */
  embedQuery(text: string): Promise<Float32Array>;
  close(): void;
}

/** By the clock. A machine under load delays a process of low priority. */
const TIMEOUT = { documents: 300_000, queries: 10_000, opening: 120_000 } as const;
/** A short text gives the process time to begin a batch. */
const TRIES = 3;
/** Characters of a text that are compared: a model cuts longer ones. */
const CHARACTERS_PER_TOKEN = 4;

/** Opens the model in a folder, once in the process for queries. @throws {UnusableModel} */
export async function openLocalEncoder(folder: string): Promise<LocalEncoder> {
  const files = await readModelFolder(folder);
  const digest = await modelDigest(files);
  const threads = availableParallelism();
  const queries = createModelPool('queries');
  const documents = createModelPool('documents');
  const slices = createSlices();

  const embedQuery = async (text: string, timeoutMilliseconds: number = TIMEOUT.queries) => {
    const input = { files, threads, texts: [text] };
    const [vector] = await queries.run('embed', input, { timeoutMilliseconds });
    return vector ?? new Float32Array();
  };
  const embedSlice = async (texts: readonly string[], organizationId: string) => {
    const began = performance.now();
    let started = began;
    const vectors = await documents.run(
      'embed',
      { files, threads, texts },
      {
        timeoutMilliseconds: TIMEOUT.documents,
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
        if (error instanceof TaskRefused) throw new EmbeddingError(error.message, { cause: error });
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
  const close = () => {
    queries.close();
    documents.close();
  };

  try {
    const { length: dimensions } = await embedQuery('a', TIMEOUT.opening);
    return {
      files,
      digest,
      dimensions,
      embedQuery,
      close,
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
  } catch (error) {
    close();
    if (error instanceof TaskRefused)
      throw new UnusableModel(error.message, { cause: error.cause });
    if (error instanceof WorkerFailure) {
      throw new UnusableModel(`The model in ${folder} cannot be used: ${error.message}.`, {
        cause: error,
      });
    }
    throw error;
  }
}

const endedBy = (error: WorkerFailure) => `The model could not read this text: ${error.message}.`;
