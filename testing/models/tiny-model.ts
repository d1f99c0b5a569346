import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { axes, node, onnxFile, weights } from './onnx-file.ts';

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
const TOKENS_MAX = 32;

interface TinyModel {
  /** Words of one meaning; each list is a dimension of the vectors. */
  meanings: readonly (readonly string[])[];
  tokensMax?: number;
  pooling?: 'cls' | 'mean';
  /** More of its files, or other ones. */
  files?: Readonly<Record<string, string | Uint8Array>>;
}

/** The vector of a token: words of one meaning have the same one. */
const embeddingOf = (meanings: TinyModel['meanings'], word: string): number[] =>
  // Without a small number, a text of unknown words has no direction.
  [...meanings.map((words) => (words.includes(word) ? 1 : 0)), SPECIAL.includes(word) ? 0.01 : 0.1];

const special = (content: string, id: number) => ({
  id,
  content,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: true,
});

const part = (kind: 'Sequence' | 'SpecialToken', id: string, type = 0) => ({
  [kind]: { id, type_id: type },
});

function tokenizer(words: readonly string[]): object {
  const vocabulary = Object.fromEntries([...SPECIAL, ...words].map((word, id) => [word, id]));
  const ids = (name: string) => ({ id: name, ids: [SPECIAL.indexOf(name)], tokens: [name] });
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: SPECIAL.map(special),
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [part('SpecialToken', '[CLS]'), part('Sequence', 'A'), part('SpecialToken', '[SEP]')],
      pair: [
        part('SpecialToken', '[CLS]'),
        part('Sequence', 'A'),
        part('SpecialToken', '[SEP]'),
        part('Sequence', 'B', 1),
        part('SpecialToken', '[SEP]', 1),
      ],
      special_tokens: { '[CLS]': ids('[CLS]'), '[SEP]': ids('[SEP]') },
    },
    decoder: null,
    model: { type: 'WordLevel', vocab: vocabulary, unk_token: '[UNK]' },
  };
}

const INPUTS = ['input_ids', 'attention_mask', 'token_type_ids'];

async function write(
  folder: string,
  { tokensMax = TOKENS_MAX, files = {} }: Omit<TinyModel, 'meanings'>,
  words: readonly string[],
  model: Uint8Array,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const all: Record<string, string | Uint8Array> = {
    'onnx/model.onnx': model,
    'tokenizer.json': JSON.stringify(tokenizer(words)),
    'tokenizer_config.json': JSON.stringify({ model_max_length: tokensMax, unk_token: '[UNK]' }),
    ...more,
    ...files,
  };
  for (const [name, content] of Object.entries(all)) {
    const file = join(folder, name);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, content);
  }
  return folder;
}

/**
 * Writes a model in the hub's layout whose vectors have a dimension for each meaning, and one more. Its weights are a
 * table of the words; other words have no meaning. Returns the folder.
 */
export function writeTinyEncoder(folder: string, tiny: TinyModel): Promise<string> {
  const words = tiny.meanings.flat();
  const model = onnxFile({
    inputs: INPUTS,
    output: { name: 'last_hidden_state', dimensions: ['batch', 'tokens', 'hidden'] },
    nodes: [node('Gather', ['table', 'input_ids'], 'last_hidden_state', { axis: 0 })],
    initializers: [
      weights(
        'table',
        [...SPECIAL, ...words].map((word) => embeddingOf(tiny.meanings, word)),
      ),
    ],
  });
  const pooling = tiny.pooling ?? 'mean';
  return write(folder, tiny, words, model, {
    '1_Pooling/config.json': JSON.stringify({
      pooling_mode_cls_token: pooling === 'cls',
      pooling_mode_mean_tokens: pooling === 'mean',
    }),
  });
}

/** Writes a reranker that scores a pair by the sum of what its words are worth. Returns the folder. */
export function writeTinyReranker(
  folder: string,
  {
    worth,
    ...tiny
  }: Omit<TinyModel, 'meanings' | 'pooling'> & { worth: Readonly<Record<string, number>> },
): Promise<string> {
  const words = Object.keys(worth);
  const model = onnxFile({
    inputs: INPUTS,
    output: { name: 'logits', dimensions: ['batch', 'labels'] },
    nodes: [
      node('Gather', ['table', 'input_ids'], 'tokens', { axis: 0 }),
      node('ReduceSum', ['tokens', 'axis'], 'logits', { keepdims: 0 }),
    ],
    initializers: [
      weights(
        'table',
        [...SPECIAL.map(() => 0), ...words.map((word) => worth[word] ?? 0)].map((value) => [value]),
      ),
      axes('axis', [1]),
    ],
  });
  return write(folder, tiny, words, model);
}
