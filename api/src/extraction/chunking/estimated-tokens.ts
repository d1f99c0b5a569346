const UNSPACED = String.raw`\p{Ideographic}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}`;
const PARTS = new RegExp(
  String.raw`[${UNSPACED}]+|(?<latin>\p{sc=Latin}+)|(?<word>[[\p{L}\p{M}]--[${UNSPACED}]]+)|[^\s\p{L}\p{M}]`,
  'gv',
);

/**
 * Returns about how many tokens a text has, for models whose tokenizer is not at hand: rather too many. Words of Latin
 * letters have a token for four characters, those of other alphabets for two; signs, digits, ideographs and halves of
 * an emoji are one each.
 */
export function estimatedTokens(text: string): number {
  let tokens = 0;
  for (const { 0: part, groups } of text.matchAll(PARTS)) {
    const perToken = groups?.['latin'] !== undefined ? 4 : groups?.['word'] !== undefined ? 2 : 1;
    tokens += Math.ceil(part.length / perToken);
  }
  return tokens;
}
