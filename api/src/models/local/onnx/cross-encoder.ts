import { batchesOf } from './batches.ts';
import type { ModelFiles } from '../folder/model-files.ts';
import { openModel } from './model-session.ts';
import { openTokenizer } from './tokenized.ts';
import { UnusableModel } from '../folder/unusable-model.ts';

/** Returns a function that scores how well each text answers a query, from 0 to 1. @throws {UnusableModel} */
export async function openCrossEncoder(
  files: ModelFiles,
  threads: number,
): Promise<(query: string, texts: readonly string[], tokensMax: number) => Promise<number[]>> {
  const tokenizer = openTokenizer(files);
  const run = await openModel(files, threads);
  return async (query, texts, tokensMax) => {
    const pairs = texts.map((text) => tokenizer.encodePair(query, text, tokensMax));
    const scores: number[] = [];
    for (const batch of batchesOf(pairs.map(({ ids }) => ids.length))) {
      const { output } = await run(batch.map((at) => pairs[at] ?? { ids: [], types: [] }));
      const labels = output.dims[1] ?? 1;
      if (output.dims.length > 2 || labels > 2) {
        throw new UnusableModel('The model makes no score of a pair of texts: it is no reranker.');
      }
      batch.forEach((at, row) => {
        // Of two labels, the second is that the text answers the query.
        const last = output.data[row * labels + labels - 1] ?? 0;
        const first = labels === 2 ? (output.data[row * labels] ?? 0) : 0;
        scores[at] = 1 / (1 + Math.exp(first - last));
      });
    }
    return scores;
  };
}
