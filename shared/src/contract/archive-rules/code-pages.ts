/** Returns the name for the bytes of a zip entry's name. */
export type DecodeName = (name: Uint8Array) => string;

const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const CP852 =
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0';

/** Returns a name in code page 437, the format's encoding for names that are not UTF-8. */
export const codePageName: DecodeName = decoderOf(CP437);

function decoderOf(letters: string): DecodeName {
  return (bytes) =>
    Array.from(bytes, (byte) =>
      byte < 0x80 ? String.fromCodePoint(byte) : (letters[byte - 0x80] ?? ''),
    ).join('');
}

const webDecoder = (encoding: string): DecodeName => {
  const decoder = new TextDecoder(encoding);
  return (bytes) => decoder.decode(bytes);
};

/** Encodings of one byte a letter that programs write without saying so, the likeliest first. */
const LIKELY = ['windows-1252', 'windows-1251', 'ibm866'].map(webDecoder);
const OTHERS = [
  decoderOf(CP850),
  decoderOf(CP852),
  webDecoder('windows-1250'),
  webDecoder('windows-1253'),
];

/** No language of Western Europe has so many letters with accents in a row, and none of Central Europe. */
const ACCENTED_RUN = /[\u0080-\u024f]{3}/u;
const LONG_ACCENTED_RUN = /[\u0080-\u024f]{5}/u;
/** A letter that is not ASCII beside one of another script, a capital within a word, or what is no letter. */
const MISPLACED = [
  /(?=[\u0080-\u{10ffff}])[^\p{L}–—’‘“”„«»№©®§°€…]/u,
  /\p{Ll}(?=[\u0080-\uffff])\p{Lu}|[\u0080-\uffff](?<=\p{Ll})\p{Lu}/u,
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u,
  /[®°…»”©§€№ªºµⁿ](?=[\u0080-\uffff])\p{L}|[ªºµⁿ]\p{L}|ƒ|(?=[\u0080-\uffff])\p{L}«/u,
  // Cyrillic: words without a vowel, letters of two languages, and a small letter after several capitals.
  /(?<!\p{L})(?:(?![аеёиоуыэюяіїєАЕЁИОУЫЭЮЯІЇЄ])\p{Script=Cyrillic}){3,}(?!\p{L})/u,
  /[ёыэъ].*[іїєґ]|[іїєґ].*[ёыэъ]/iu,
  /(?=\p{Script=Cyrillic})\p{Lu}{2}(?=\p{Script=Cyrillic})\p{Ll}/u,
];

const fits = (name: string, run: RegExp) =>
  !run.test(name) && !MISPLACED.some((fault) => fault.test(name));

const foreignOf = (names: readonly Uint8Array[]) =>
  names.filter((name) => name.some((byte) => byte >= 0x80));

/** Returns the decoder of names in which every letter fits its neighbours: of code page 437, else of a likely one. */
export function detectCodePage(names: readonly Uint8Array[]): DecodeName | undefined {
  return fitting(names, [codePageName, ...LIKELY], ACCENTED_RUN);
}

/** The same of encodings that are rarer than those of several bytes a character. */
export function detectRareCodePage(names: readonly Uint8Array[]): DecodeName | undefined {
  return fitting(names, OTHERS, LONG_ACCENTED_RUN);
}

function fitting(
  names: readonly Uint8Array[],
  decoders: readonly DecodeName[],
  run: RegExp,
): DecodeName | undefined {
  const foreign = foreignOf(names);
  return decoders.find((decode) => foreign.every((name) => fits(decode(name), run)));
}
