/** A word of a text, or several that are written as one, such as "AB-12/3". */
export interface Token {
  /** In lower case, compatibility forms replaced (NFKC). */
  text: string;
  /** Where it is in the text, in UTF-16 code units. */
  start: number;
  end: number;
  /** Whether its parts are tokens too. */
  isCompound: boolean;
}

/** Characters of a token; the rest of longer ones says nothing. */
const TOKEN_MAX = 64;

/** Runs of letters and digits, with the marks that hold the parts of a code, a version or a name together. */
const RUNS = /[\p{L}\p{M}\p{N}]+(?:[-_./@:'’+#&]+[\p{L}\p{M}\p{N}]+)*(?:\+\+|#)?/gu;
const PARTS = /[\p{L}\p{M}\p{N}]+(?:['’](?=\p{L})[\p{L}\p{M}]+)*/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Marks that may join parts. Looking for them first is cheaper: most runs are plain words. */
const JOINED = /[^\p{L}\p{M}\p{N}]/u;
const ASCII = /^[ -~]*$/;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * Yields the tokens of a text in their order, a compound before its parts. Text of scripts without spaces
 * is segmented by the dictionaries of ICU (Intl.Segmenter).
 */
export function* tokensOf(text: string): Generator<Token> {
  for (const run of text.matchAll(RUNS)) {
    const [written] = run;
    const isAscii = ASCII.test(written);
    if (!isAscii && UNSPACED.test(written)) {
      for (const { segment, index, isWordLike } of segmenter.segment(written)) {
        if (isWordLike === true) yield token(segment, run.index + index, false, false);
      }
    } else if (!(isAscii ? /\W|_/ : JOINED).test(written)) {
      yield token(written, run.index, isAscii, false);
    } else {
      yield* joinedTokens(written, run.index, isAscii);
    }
  }
}

function* joinedTokens(written: string, at: number, isAscii: boolean): Generator<Token> {
  const parts = [...written.matchAll(PARTS)];
  if (parts[0]?.[0].length === written.length) {
    yield token(written, at, isAscii, false);
    return;
  }
  yield token(written, at, isAscii, true);
  for (const part of parts) yield token(part[0], at + part.index, isAscii, false);
}

function token(written: string, start: number, isAscii: boolean, isCompound: boolean): Token {
  const text = (isAscii ? written : written.normalize('NFKC')).toLowerCase();
  return { text: text.slice(0, TOKEN_MAX), start, end: start + written.length, isCompound };
}
