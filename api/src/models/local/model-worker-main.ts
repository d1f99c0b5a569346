import { loadTask, serveTasks } from '../../platform/workers/serve-tasks.ts';
import { openCrossEncoder } from './onnx/cross-encoder.ts';
import { openEncoder } from './onnx/encoder.ts';
import type { ModelTasks } from './model-tasks.ts';
import { UnusableModel } from './folder/unusable-model.ts';

type Performers = {
  [Name in keyof ModelTasks]: (
    input: ModelTasks[Name]['input'],
  ) => Promise<ModelTasks[Name]['output']>;
};

/** Opens something once; after a failure, again. */
function once<T, A extends unknown[]>(
  open: (...args: A) => Promise<T>,
): (...args: A) => Promise<T> {
  let opened: Promise<T> | undefined;
  return (...args) => {
    opened ??= open(...args).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

const encoderOf = once(openEncoder);
const crossEncoderOf = once(openCrossEncoder);

const performers: Performers = {
  embed: async ({ files, threads, texts }) => (await loadTask(encoderOf(files, threads)))(texts),
  rerank: async ({ files, threads, query, texts, tokensMax }) =>
    (await loadTask(crossEncoderOf(files, threads)))(query, texts, tokensMax),
};

serveTasks(performers, (error) =>
  error instanceof UnusableModel
    ? {
        type: 'refused',
        message: error.message,
        detail: error.cause instanceof Error ? error.cause.message : undefined,
        notZip: false,
      }
    : undefined,
);
