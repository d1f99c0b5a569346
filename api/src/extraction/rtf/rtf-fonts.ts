import { decode, encodingExists } from 'iconv-lite';

import type { Group } from './rtf-group.ts';

/** Code pages of the character sets of fonts. */
const PAGES: Readonly<Record<number, number>> = {
  77: 10_000,
  128: 932,
  129: 949,
  130: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 850,
};
/** Code pages that a document names by a word. */
const PAGE_WORDS: Readonly<Record<string, number>> = { mac: 10_000, pc: 437, pca: 850 };
const SYMBOLS = 2;
const OF_TWO_BYTES = new Set([932, 936, 949, 950]);

/** The encodings of a document's bytes, by font. */
export class RtfFonts {
  /** That of the document, where a font has none. */
  page = 1252;
  readonly #pages = new Map<number, number>();
  readonly #symbols = new Set<number>();
  defaultFont = 0;
  #defined = 0;

  /** @returns Whether the word is about fonts and encodings. */
  word(word: string, value: number | undefined, group: Group): boolean {
    if (word in PAGE_WORDS) this.page = PAGE_WORDS[word] ?? 1252;
    else if (word === 'ansicpg') this.page = value !== undefined && value > 0 ? value : this.page;
    else if (word === 'deff') this.defaultFont = group.font = value ?? 0;
    else if (word === 'fcharset') this.#add(this.#defined, value ?? 0);
    else if (word === 'cpg') this.#setPage(this.#defined, value ?? 0);
    else if (word === 'f') {
      group.font = value ?? 0;
      if (group.into === 'fonts') this.#defined = group.font;
    } else return false;
    return true;
  }

  #add(font: number, charset: number): void {
    const page = PAGES[charset];
    if (charset === SYMBOLS) this.#symbols.add(font);
    else if (page !== undefined) this.#pages.set(font, page);
    // Many programs call any single-byte encoding by the number of Western Europe's.
    else if (charset === 0 && OF_TWO_BYTES.has(this.page)) this.#pages.set(font, 1252);
  }

  #setPage(font: number, page: number): void {
    if (page > 0) this.#pages.set(font, page);
  }

  decode(bytes: string, font: number): string {
    if (/^[ -~\t]*$/.test(bytes)) return bytes;
    if (this.#symbols.has(font)) return bytes.replaceAll('\u00b7', '•');
    const name = encodingOf(this.#pages.get(font) ?? this.page);
    return decode(Buffer.from(bytes, 'latin1'), encodingExists(name) ? name : 'win1252');
  }
}

function encodingOf(page: number): string {
  if (page === 65_001) return 'utf8';
  if (page === 10_000) return 'macintosh';
  return page === 936 ? 'gb18030' : `cp${page}`;
}
