import { availableParallelism } from 'node:os';

import { TaskRefused, WorkerFailure } from '../../platform/workers/worker-failure.ts';
import type { Reranker } from '../embedding/reranker.ts';
import { createServiceCircuit } from '../embedding/service-circuit.ts';
import { ServiceUnavailable } from '../embedding/service-unavailable.ts';
import type { ModelFiles } from './folder/model-files.ts';
import { createModelPool } from './model-pool.ts';
import { UnusableModel } from './folder/unusable-model.ts';
import { withinDeadline } from './within-deadline.ts';

/** A reranking model that this server runs in a process. */
export interface LocalReranker {
  rerank: Reranker;
  /** Scores one text. */
  test: () => Promise<unknown>;
  close(): void;
}

/** Texts that are reranked; the others keep their places behind them. */
const RERANKED = 30;
/** Tokens of the query and a text: 30 of them take less than a second of two processors. */
const PAIR_TOKENS = 192;
const DEADLINE_MILLISECONDS = 1000;
/** What goes on after the deadline ends before long. */
const TIMEOUT_MILLISECONDS = 10_000;
const OPENING_MILLISECONDS = 120_000;
const NAME = 'reranking model';

/** Opens the model of a folder. @throws {UnusableModel} */
export async function openLocalReranker(
  files: ModelFiles,
  deadlineMilliseconds = DEADLINE_MILLISECONDS,
): Promise<LocalReranker> {
  const threads = availableParallelism();
  const pool = createModelPool('queries');
  const attempt = createServiceCircuit(NAME);
  const score = async (query: string, texts: readonly string[], timeoutMilliseconds: number) => {
    const input = { files, threads, query, texts, tokensMax: PAIR_TOKENS };
    return pool.run('rerank', input, { timeoutMilliseconds });
  };
  const test = (timeoutMilliseconds: number = TIMEOUT_MILLISECONDS) =>
    score('a', ['a'], timeoutMilliseconds);
  try {
    await test(OPENING_MILLISECONDS);
  } catch (error) {
    pool.close();
    throw error instanceof TaskRefused || error instanceof WorkerFailure
      ? new UnusableModel(error.message, { cause: error.cause })
      : error;
  }
  return {
    rerank: async (query, texts) => {
      const sent = texts.slice(0, RERANKED);
      if (sent.length === 0) return { order: [] };
      const result = await attempt(() =>
        withinDeadline(
          score(query, sent, TIMEOUT_MILLISECONDS),
          deadlineMilliseconds,
          () => new ServiceUnavailable(`The ${NAME} took too long.`),
        ),
      );
      if ('unavailable' in result) return result;
      return {
        order: result.value
          .map((value, index) => ({ index, score: value }))
          .toSorted((a, b) => b.score - a.score || a.index - b.index),
      };
    },
    test: () => test(),
    close: () => pool.close(),
  };
}
