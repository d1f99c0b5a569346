import type { ModelFiles } from './folder/model-files.ts';

/** A model, and the processors that it may use at once. */
interface ModelInput {
  files: ModelFiles;
  threads: number;
}

/** What a process does that holds a model. It keeps the model of its first task. */
export interface ModelTasks {
  /** A vector of length 1 for each text. */
  embed: { input: ModelInput & { texts: readonly string[] }; output: Float32Array[] };
  /** A score for each text: how well it answers the query. */
  rerank: {
    input: ModelInput & { query: string; texts: readonly string[]; tokensMax: number };
    output: number[];
  };
}
