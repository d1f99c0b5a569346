import { readFileSync, statSync } from 'node:fs';

import { Tokenizer } from '@huggingface/tokenizers';

import { BoundedCache } from '../../platform/bounded-cache.ts';
import { estimatedTokens } from './estimated-tokens.ts';

/** What a model reads of a text. */
export interface ChunkTokens {
  /** Tokens, those that mark its beginning and its end among them; the prefix of passages is not. */
  max: number;
  /** The path of the model's `tokenizer.json`; tokens are estimated without it. */
  tokenizer?: string | undefined;
}

/** Counts a model's tokens, rather too many than too few. */
export interface TokenCounter {
  /** Tokens of a text, without those that mark its beginning and its end. */
  count(text: string): number;
  /** Tokens that mark the beginning and the end of a text. */
  marks: number;
}

/** UTF-16 units that a chunk has room for at least, however many tokens they are. */
export const LENGTH_MIN = 32;
/** A larger file, which has the words of many languages, takes too much memory in a worker. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;
/** Tokens by which a word may be counted short that is counted in pieces. */
const PIECE_TOKENS = 2;
/** A word with the white space before it, or a piece of a long one. */
const PIECES = /\s*\S{1,16}|\s+/gu;
const PIECE_LENGTH = 16;
/** From here on, scripts have no spaces between words, and tokens are characters. */
const UNSPACED = 0x2e80;
const REMEMBERED = 20_000;

let last: { path: string; counter: TokenCounter } | undefined;

/** Returns the counter of a model. The last one is kept, as a tokenizer takes a while to be read. */
export function tokenCounter({ tokenizer: path }: ChunkTokens): TokenCounter {
  if (path === undefined) return ESTIMATE;
  if (last?.path !== path) last = { path, counter: readCounter(path) ?? ESTIMATE };
  return last.counter;
}

const ESTIMATE: TokenCounter = { count: estimatedTokens, marks: 2 };

/** Counts word by word, as most words occur again: a tokenizer splits a text at its spaces first. */
function readCounter(path: string): TokenCounter | undefined {
  const tokenizer = readTokenizer(path);
  if (tokenizer === undefined) return undefined;
  const known = new BoundedCache<number>({ entries: REMEMBERED, keepsOrder: true });
  const countPiece = (piece: string): number => {
    const cached = known.get(piece);
    if (cached !== undefined) return cached;
    const { ids } = tokenizer.encode(piece.toWellFormed(), { add_special_tokens: false });
    const isCut = piece.trimStart().length >= PIECE_LENGTH;
    const isSpaced = piece.charCodeAt(piece.length - 1) < UNSPACED;
    const count = ids.length + (isCut && isSpaced ? PIECE_TOKENS : 0);
    known.set(piece, count);
    return count;
  };
  return {
    count: (text) => {
      let tokens = 0;
      for (const [piece] of text.matchAll(PIECES)) tokens += countPiece(piece);
      return tokens;
    },
    marks: tokenizer.encode('').ids.length,
  };
}

/** Undefined for a file that is large, or cannot be read: who runs the model says so. */
function readTokenizer(path: string): Tokenizer | undefined {
  try {
    if (statSync(path).size > FILE_BYTES_MAX) return undefined;
    return new Tokenizer(JSON.parse(readFileSync(path, 'utf8')) as object, {});
  } catch {
    return undefined;
  }
}

/**
 * Returns how many UTF-16 units of a text have at most so many tokens, as far as whole words: at least `LENGTH_MIN`, and
 * `length` where all of it fits.
 */
export function lengthWithin(
  text: string,
  tokens: number,
  length: number,
  counter: TokenCounter,
): number {
  let left = tokens;
  for (const match of text.matchAll(PIECES)) {
    left -= counter.count(match[0]);
    if (left < 0) return Math.min(length, Math.max(LENGTH_MIN, match.index));
  }
  return length;
}
