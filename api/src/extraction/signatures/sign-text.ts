import { createHash } from 'node:crypto';

import type { Block } from '../blocks/block.ts';
import {
  classOfCode,
  foldedCode,
  HALF_WORD,
  isDigit,
  MARK,
  NOTHING,
  plainCode,
  SIGN,
  SPACE,
  WORD,
} from './characters.ts';
import { createSketcher } from './sketch.ts';

/** What is kept of a text to find others like it. */
export interface TextSignature {
  /** SHA-256 of the text without white space and layout; undefined for a text that says next to nothing. */
  hash: string | undefined;
  /** Half words: a word has two, a character of a script without spaces one. */
  length: number;
  /** The smallest hashes of its shingles, as `createSketcher` returns them; undefined for a short text. */
  sketch: string | undefined;
  /** One of them is the same in two texts that are nearly equal, most probably. */
  bands: readonly number[];
}

/** Half words that a text has at least to be called equal to another, and nearly equal. */
const EQUAL_MIN = 12;
const SIMILAR_MIN = 60;

const SPACE_CODE = 32;
const MINUS = 45;
/** `.`, `,`, `:` and the Arabic separators: part of a number between two digits. */
const IN_NUMBERS = new Set([46, 44, 58, 0x66b, 0x66c]);

/** What the units of a text are given to: words, signs and characters of scripts without spaces. */
interface Units {
  add(hash: number, halves: number): void;
}

/**
 * Returns the signature of a text. Numbers count with their signs and separators, letters in any case for
 * shingles, in their own for the hash.
 */
export function signText(blocks: readonly Pick<Block, 'text'>[]): TextSignature {
  const sketcher = createSketcher();
  const digest = createHash('sha256');
  let before = SPACE;
  for (const { text } of blocks) before = readText(text, before, digest, sketcher);
  const { length, sketch, bands } = sketcher.end(SIMILAR_MIN);
  return {
    hash: length < EQUAL_MIN ? undefined : digest.digest('base64'),
    length,
    sketch,
    bands,
  };
}

const PRIME = 0x01000193;
const START = 0x811c9dc5;

/** Reads a text after one that ends in a character of the class `before`, and returns that of its own last one. */
function readText(
  original: string,
  lastClass: number,
  digest: { update(bytes: Uint8Array): unknown },
  units: Units,
): number {
  const text = original.normalize('NFKC');
  const kept = new Uint16Array(2 * text.length + 1);
  let size = 0;
  let hash = START;
  let inWord = false;
  let isSpaced = true;
  let before = lastClass;
  const endWord = () => {
    if (inWord) units.add(hash, 2);
    inWord = false;
    hash = START;
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const kind = classOfCode(code);
    if (kind === NOTHING) continue;
    if (kind === SPACE) {
      endWord();
      isSpaced = true;
      continue;
    }
    // Scripts without spaces may have them at the ends of lines.
    if (isSpaced && before !== HALF_WORD && kind !== HALF_WORD) kept[size++] = SPACE_CODE;
    const written = plainCode(code);
    kept[size++] = written;
    if (kind === WORD) {
      hash = Math.imul(hash ^ foldedCode(code), PRIME);
      inWord = true;
    } else if (kind === HALF_WORD) {
      endWord();
      units.add(Math.imul(START ^ code, PRIME), 1);
    } else if (kind === SIGN) {
      endWord();
      units.add(Math.imul(START ^ code, PRIME), 2);
    } else if (kind === MARK && isDigit(text.charCodeAt(at + 1))) {
      const isInNumber = inWord && IN_NUMBERS.has(written) && isDigit(text.charCodeAt(at - 1));
      const isMinus = written === MINUS && isSpaced;
      if (isMinus) endWord();
      if (isInNumber || isMinus) {
        hash = Math.imul(hash ^ written, PRIME);
        inWord = true;
      } else endWord();
    } else endWord();
    before = kind;
    isSpaced = false;
  }
  endWord();
  digest.update(new Uint8Array(kept.buffer, 0, 2 * size));
  return before;
}
