/** Characters of fonts that have no letters, from 0x20, by their place in the font. */
const SYMBOL =
  ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_\u203eαβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼';
const SYMBOL_HIGH =
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…\u23d0\u23af↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑';
const WINGDINGS: Readonly<Record<number, string>> = {
  0x28: '☎',
  0x2a: '✉',
  0x4a: '☺',
  0x4c: '☹',
  0x6c: '●',
  0x6e: '■',
  0x6f: '□',
  0x71: '❑',
  0x75: '◆',
  0x76: '❖',
  0x9f: '•',
  0xa7: '▪',
  0xa8: '☐',
  0xd8: '➢',
  0xdf: '←',
  0xe0: '→',
  0xe1: '↑',
  0xe2: '↓',
  0xe8: '➔',
  0xf0: '⇨',
  0xfb: '✗',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
};

/** Returns the character that a font of symbols shows for a code; '' for an ornament. */
export function symbolOf(font: string, code: number): string {
  const place = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  if (/^symbol/i.test(font)) {
    return (place >= 0xa0 ? SYMBOL_HIGH[place - 0xa0] : SYMBOL[place - 0x20]) ?? '';
  }
  if (/^wingdings(?! ?[23])/i.test(font)) return WINGDINGS[place] ?? '';
  if (/^wingdings ?2/i.test(font))
    return { 0x50: '✓', 0x52: '☑', 0x54: '☒', 0xa3: '☐' }[place] ?? '';
  if (code >= 0xe000 && code <= 0xf8ff) return '';
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Replaces what is written in a font of symbols, in its private characters or in those of Latin 1. */
export function symbolText(text: string, font: string | undefined): string {
  if (font !== undefined && /^(?:symbol$|wingdings)/i.test(font)) {
    return text
      .replace(/[!-~\u00a0-\u00ff]/g, (character) => {
        const symbol = symbolOf(font, character.charCodeAt(0));
        return symbol === '' ? character : symbol;
      })
      .replace(PRIVATE, (character) => symbolOf(font, character.charCodeAt(0)));
  }
  return text.replace(PRIVATE, (character) => symbolOf(font ?? 'Symbol', character.charCodeAt(0)));
}

const PRIVATE = /[\uf020-\uf0ff]/g;

/** Returns the character of a field such as `SYMBOL 252 \f Wingdings`; undefined for another field. */
export function symbolField(instruction: string): string | undefined {
  const [, code = '', rest = ''] = /^\s*SYMBOL\s+(0x[\da-f]+|\d+)(.*)$/is.exec(instruction) ?? [];
  if (code === '') return undefined;
  const font = /\\f\s+"?([^"\\]+)/i.exec(rest)?.[1]?.trim() ?? '';
  return symbolOf(font, Number(code));
}
