import type { ModelFiles } from '../folder/model-files.ts';
import { loadRuntime, type InferenceSession, type Runtime, type Tensor } from './runtime.ts';
import type { Tokenized } from './tokenized.ts';
import { UnusableModel } from '../folder/unusable-model.ts';

/** What a model made of a batch. */
export interface ModelOutput {
  name: string;
  dims: readonly number[];
  data: Float32Array;
}

/** Runs a batch of texts. The mask has 1 for each token and 0 for padding, batch x tokens. */
export type RunModel = (
  batch: readonly Tokenized[],
) => Promise<{ output: ModelOutput; mask: BigInt64Array; width: number }>;

const INPUTS = new Set(['input_ids', 'attention_mask', 'token_type_ids']);

/** The outputs that are wanted, the best first. */
const OUTPUTS = ['sentence_embedding', 'logits', 'last_hidden_state', 'token_embeddings'];

/** @throws {UnusableModel} */
export async function openModel(
  { model }: Pick<ModelFiles, 'model'>,
  threads: number,
): Promise<RunModel> {
  const runtime = loadRuntime();
  const session = await openSession(runtime, model, threads);
  const other = session.inputNames.find((name) => !INPUTS.has(name));
  if (other !== undefined || !session.inputNames.includes('input_ids')) {
    throw new UnusableModel(
      `The model ${model} does not read texts: its inputs are ${session.inputNames.join(', ')}.`,
    );
  }
  const output =
    OUTPUTS.find((name) => session.outputNames.includes(name)) ?? session.outputNames[0] ?? '';
  return async (batch) => {
    const { feeds, mask, width } = feedsOf(runtime, session, batch);
    const tensor = (await session.run(feeds))[output];
    if (!(tensor?.data instanceof Float32Array)) {
      throw new UnusableModel(`The model ${model} returns no vectors of numbers.`);
    }
    return { output: { name: output, dims: tensor.dims, data: tensor.data }, mask, width };
  };
}

async function openSession(runtime: Runtime, model: string, threads: number) {
  try {
    return await runtime.InferenceSession.create(model, {
      executionProviders: ['cpu'],
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      // It keeps the most that a batch ever took.
      enableCpuMemArena: false,
      enableMemPattern: false,
      logSeverityLevel: 4,
      // Threads that wait for work do not take the processor from others.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    });
  } catch (error) {
    throw new UnusableModel(
      `The model ${model} cannot be opened: it may be broken or incomplete.`,
      {
        cause: error,
      },
    );
  }
}

function feedsOf(
  { Tensor: create }: Runtime,
  { inputNames }: InferenceSession,
  batch: readonly Tokenized[],
): { feeds: Record<string, Tensor>; mask: BigInt64Array; width: number } {
  const width = Math.max(1, ...batch.map(({ ids }) => ids.length));
  const [ids, mask, types] = [0, 0, 0].map(() => new BigInt64Array(batch.length * width)) as [
    BigInt64Array,
    BigInt64Array,
    BigInt64Array,
  ];
  batch.forEach((text, row) => {
    text.ids.forEach((id, column) => {
      const at = row * width + column;
      ids[at] = BigInt(id);
      mask[at] = 1n;
      types[at] = BigInt(text.types[column] ?? 0);
    });
  });
  const values: Record<string, BigInt64Array> = {
    input_ids: ids,
    attention_mask: mask,
    token_type_ids: types,
  };
  const dims = [batch.length, width];
  const feeds = Object.fromEntries(
    inputNames.map((name) => [name, new create('int64', values[name] ?? ids, dims)]),
  );
  return { feeds, mask, width };
}
