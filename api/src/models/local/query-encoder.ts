import { availableParallelism } from 'node:os';

import { TaskRefused, WorkerFailure } from '../../platform/workers/worker-failure.ts';
import { modelDigest, readModelFolder, type ModelFiles } from './folder/model-files.ts';
import { createModelPool, type ModelUse } from './model-pool.ts';
import { UnusableModel } from './folder/unusable-model.ts';

/** An embedding model in a process that documents never keep busy. */
export interface QueryEncoder {
  files: ModelFiles;
  /** Differs between models whose vectors do. */
  digest: string;
  dimensions: number;
  /** Returns the vector of a query, of length 1; its prefix is part of the text. */
  embedQuery(text: string): Promise<Float32Array>;
  close(): void;
}

/** By the clock. */
const TIMEOUT = { query: 10_000, opening: 120_000 } as const;

/** Opens the model in a folder. @throws {UnusableModel} */
export async function openQueryEncoder(
  folder: string,
  use: Exclude<ModelUse, 'documents'> = 'queries',
): Promise<QueryEncoder> {
  const files = await readModelFolder(folder);
  const digest = await modelDigest(files);
  const pool = createModelPool(use);
  const threads = availableParallelism();
  const embed = async (text: string, timeoutMilliseconds: number) => {
    const input = { files, threads, texts: [text] };
    const [vector] = await pool.run('embed', input, { timeoutMilliseconds });
    return vector ?? new Float32Array();
  };
  try {
    const { length: dimensions } = await embed('a', TIMEOUT.opening);
    return {
      files,
      digest,
      dimensions,
      embedQuery: (text) => embed(text, TIMEOUT.query),
      close: () => pool.close(),
    };
  } catch (error) {
    pool.close();
    if (error instanceof TaskRefused) {
      throw new UnusableModel(error.message, { cause: error.cause });
    }
    if (error instanceof WorkerFailure) {
      throw new UnusableModel(`The model in ${folder} cannot be used: ${error.message}.`, {
        cause: error,
      });
    }
    throw error;
  }
}
