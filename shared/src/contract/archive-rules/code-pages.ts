/** Returns the name for the bytes of a zip entry's name. */
export type DecodeName = (name: Uint8Array) => string;

const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** Returns a name in code page 437, the format's encoding for names that are not UTF-8. */
export const codePageName: DecodeName = (bytes) =>
  Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCodePoint(byte) : (CP437[byte - 0x80] ?? ''),
  ).join('');

/** Encodings of one byte a letter that programs write without saying so. */
const OTHERS = ['windows-1252', 'windows-1251', 'ibm866'];

/** No script has so many letters with accents in a row. */
const ACCENTED_RUN = /[\u0080-\u024f]{3}/u;
/** A letter that is not ASCII beside one of another script, a capital within a word, or what is no letter. */
const MISPLACED = [
  /(?=[\u0080-\u{10ffff}])[^\p{L}–—’‘“”„«»№©®§°€…]/u,
  /\p{Ll}(?=[\u0080-\uffff])\p{Lu}|[\u0080-\uffff](?<=\p{Ll})\p{Lu}/u,
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u,
  ACCENTED_RUN,
];

const fits = (name: string) => !MISPLACED.some((fault) => fault.test(name));

/**
 * Returns the decoder of names in which every letter fits its neighbours, where that is not so in code
 * page 437. Undefined where no other encoding is better.
 */
export function detectCodePage(names: readonly Uint8Array[]): DecodeName | undefined {
  const foreign = names.filter((name) => name.some((byte) => byte >= 0x80));
  if (foreign.every((name) => fits(codePageName(name)))) return undefined;
  for (const encoding of OTHERS) {
    const decoder = new TextDecoder(encoding);
    if (foreign.every((name) => fits(decoder.decode(name)))) return (name) => decoder.decode(name);
  }
  return undefined;
}
