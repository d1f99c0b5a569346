/**
 * Tokens that a character is taken for. Vocabularies differ; these are a little more than those of most models
 * need, so that a text that is cut by them is rarely too long still.
 */
function tokensOf(codePoint: number): number {
  if (codePoint <= 0x20) return 0.1;
  if (codePoint < 0x80) {
    const isLetter = (codePoint | 0x20) >= 0x61 && (codePoint | 0x20) <= 0x7a;
    if (isLetter) return 0.3;
    return codePoint >= 0x30 && codePoint <= 0x39 ? 0.6 : 1;
  }
  if (codePoint < 0x0800) return 0.5;
  return codePoint > 0xffff ? 2.5 : 1.2;
}

/** Estimates how many tokens a text has. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length;) {
    const codePoint = text.codePointAt(at) ?? 0;
    tokens += tokensOf(codePoint);
    at += codePoint > 0xffff ? 2 : 1;
  }
  return tokens;
}

/** Returns the beginning of a text that has about this many tokens at most, and at least one character. */
export function cutToTokens(text: string, most: number): string {
  let tokens = 0;
  for (let at = 0; at < text.length;) {
    const codePoint = text.codePointAt(at) ?? 0;
    tokens += tokensOf(codePoint);
    if (tokens > most && at > 0) return text.slice(0, at);
    at += codePoint > 0xffff ? 2 : 1;
  }
  return text;
}

/** Returns the beginning of a text of this many characters at most, without half a character at its end. */
export function cutToCharacters(text: string, most: number): string {
  const isSplit = (text.codePointAt(most - 1) ?? 0) > 0xffff;
  return text.slice(0, isSplit ? most - 1 : most);
}

const LIMIT = /(?:maximum|max|limit|at most|less than|up to)\D{0,60}?(\d{1,9})\D{0,20}?tokens?/i;
const ACTUAL =
  /(?:requested|given|received|got|has|have|had|contains?|is|was|resulted in|:)\s*(\d{1,9})/gi;

/**
 * Returns the part of a text that a service takes, from 0 to 1, where its refusal says the limit and the length,
 * such as "maximum context length is 512 tokens, however you requested 813 tokens".
 */
export function partTaken(refusal: string): number | undefined {
  const found = LIMIT.exec(refusal);
  if (found === null) return undefined;
  const most = Number(found[1]);
  const rest = refusal.slice(0, found.index) + refusal.slice(found.index + found[0].length);
  const longest = Math.max(0, ...[...rest.matchAll(ACTUAL)].map(([, digits]) => Number(digits)));
  return most > 0 && longest > most ? most / longest : undefined;
}
