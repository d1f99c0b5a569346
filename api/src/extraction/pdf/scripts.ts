/** Letters of a script that is written without spaces, and its punctuation. */
const CHINESE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\uff01-\uff0f\uff1a-\uff20\uff5b-\uff9f]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
/** Ligatures, and letters in the form that they have within a word, in vertical text or among Chinese. */
const PRESENTATION_FORMS =
  /[\ufb00-\ufdff\ufe10-\ufe19\ufe30-\ufe44\ufe47\ufe48\ufe70-\ufefc\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]+/gu;
const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\t]/gu;

export function isChinese(character: string | undefined): boolean {
  return character !== undefined && CHINESE.test(character);
}

export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Returns text with ordinary letters and spaces. */
export function plainLetters(text: string): string {
  return text.replace(PRESENTATION_FORMS, (forms) => forms.normalize('NFKC')).replace(SPACES, ' ');
}

/** Units of width: a Chinese character is as wide as two letters. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += CHINESE.test(character) ? 2 : 1;
  return width;
}
