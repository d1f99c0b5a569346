/** A text without the differences that people do not type in a search: case, accents, width, ligatures. */
export const foldText = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
