import { readFileSync } from 'node:fs';

import { Tokenizer } from '@huggingface/tokenizers';

import type { ModelFiles } from '../folder/model-files.ts';
import { UnusableModel } from '../folder/unusable-model.ts';

/** A text as a model reads it. */
export interface Tokenized {
  ids: readonly number[];
  /** 1 for the second text of a pair. */
  types: readonly number[];
}

export interface TextTokenizer {
  /** Cuts what is over the model's tokens. */
  encode(text: string): Tokenized;
  /** Cuts what is over the tokens of the second text. */
  encodePair(query: string, text: string, tokensMax: number): Tokenized;
}

/** Characters of a text that are looked at, for each token: more only in runs of spaces and the like. */
const CHARACTERS_PER_TOKEN = 32;

/** @throws {UnusableModel} */
export function openTokenizer(
  files: Pick<ModelFiles, 'tokenizer' | 'tokenizerConfig' | 'tokensMax'>,
): TextTokenizer {
  const tokenizer = readTokenizer(files);
  const tokens = (text: string, pair?: string): Tokenized => {
    const { ids, token_type_ids: types } = tokenizer.encode(text, {
      return_token_type_ids: true,
      ...(pair !== undefined && { text_pair: pair }),
    });
    return { ids, types: types.length === ids.length ? types : ids.map(() => 0) };
  };
  const bare = tokenizer.encode('a', { add_special_tokens: false }).ids;
  const whole = tokens('a').ids;
  const suffix = Math.max(
    0,
    whole.length - bare.length - Math.max(0, whole.indexOf(bare[0] ?? -1)),
  );
  const cut = (list: readonly number[], most: number) =>
    list.length <= most
      ? list
      : [...list.slice(0, most - suffix), ...list.slice(list.length - suffix)];
  const { tokensMax } = files;
  return {
    encode: (text) => {
      const { ids, types } = tokens(bounded(text, tokensMax));
      return { ids: cut(ids, tokensMax), types: cut(types, tokensMax) };
    },
    encodePair: (query, text, most) => {
      const max = Math.min(most, tokensMax);
      // The query leaves at least half of the tokens to the text, as a character is a token at least.
      const { ids, types } = tokens(
        query.slice(0, Math.floor(max / 2)).toWellFormed(),
        bounded(text, max),
      );
      return { ids: cut(ids, max), types: cut(types, max) };
    },
  };
}

const bounded = (text: string, most: number) =>
  text.slice(0, most * CHARACTERS_PER_TOKEN).toWellFormed();

function readTokenizer({
  tokenizer,
  tokenizerConfig,
}: Pick<ModelFiles, 'tokenizer' | 'tokenizerConfig'>): Tokenizer {
  try {
    const config = tokenizerConfig === undefined ? {} : readObject(tokenizerConfig);
    return new Tokenizer(readObject(tokenizer), config);
  } catch (error) {
    throw new UnusableModel(`The tokenizer ${tokenizer} cannot be read.`, { cause: error });
  }
}

const readObject = (path: string): object => JSON.parse(readFileSync(path, 'utf8')) as object;
