import { batchesOf } from './batches.ts';
import type { ModelFiles } from '../folder/model-files.ts';
import { openModel } from './model-session.ts';
import { poolVectors } from './pool-vectors.ts';
import { openTokenizer } from './tokenized.ts';
import { UnusableModel } from '../folder/unusable-model.ts';

/** Returns a function that makes a vector of each text. @throws {UnusableModel} */
export async function openEncoder(
  files: ModelFiles,
  threads: number,
): Promise<(texts: readonly string[]) => Promise<Float32Array[]>> {
  const tokenizer = openTokenizer(files);
  const run = await openModel(files, threads);
  return async (texts) => {
    const tokenized = texts.map((text) => tokenizer.encode(text));
    const vectors: Float32Array[] = [];
    for (const batch of batchesOf(tokenized.map(({ ids }) => ids.length))) {
      const { output, mask } = await run(
        batch.map((at) => tokenized[at] ?? { ids: [], types: [] }),
      );
      const made = poolVectors(output, mask, files.pooling);
      batch.forEach((at, row) => {
        const vector = made[row];
        if (vector === undefined || !vector.every((value) => Number.isFinite(value))) {
          throw new UnusableModel('The model returned vectors that hold no numbers.');
        }
        vectors[at] = vector;
      });
    }
    return vectors;
  };
}
