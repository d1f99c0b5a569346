import { decode, encodingExists } from 'iconv-lite';

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
const SYMBOLS = 2;
const OF_TWO_BYTES = new Set([932, 936, 949, 950]);

/** The encodings of a document's bytes, by font. */
export class RtfFonts {
  /** That of the document, where a font has none. */
  page = 1252;
  readonly #pages = new Map<number, number>();
  readonly #symbols = new Set<number>();

  add(font: number, charset: number): void {
    const page = PAGES[charset];
    if (charset === SYMBOLS) this.#symbols.add(font);
    else if (page !== undefined) this.#pages.set(font, page);
    // Many programs call any single-byte encoding by the number of Western Europe's.
    else if (charset === 0 && OF_TWO_BYTES.has(this.page)) this.#pages.set(font, 1252);
  }

  setPage(font: number, page: number): void {
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
