/** A piece of RTF. `text` is bytes as Latin 1. */
export type RtfToken =
  | { kind: 'open' }
  | { kind: 'close' }
  | { kind: 'word'; word: string; value: number | undefined }
  | { kind: 'symbol'; symbol: string }
  | { kind: 'text'; text: string };

const TOKEN =
  /\\([a-zA-Z]{1,40})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|([^\\{}\r\n\0]+)|[\r\n\0]+/y;

/** Splits RTF into tokens. A group whose content does not matter is skipped without looking at it. */
export class RtfTokens {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  next(): RtfToken | undefined {
    while (this.#at < this.#source.length) {
      TOKEN.lastIndex = this.#at;
      const found = TOKEN.exec(this.#source);
      if (found === null) {
        this.#at += 1;
        continue;
      }
      this.#at = TOKEN.lastIndex;
      const [, word, value, byte, symbol, brace, text] = found;
      if (text !== undefined) return { kind: 'text', text };
      if (brace !== undefined) return { kind: brace === '{' ? 'open' : 'close' };
      if (byte !== undefined) {
        return { kind: 'text', text: String.fromCharCode(Number.parseInt(byte, 16)) };
      }
      if (symbol !== undefined) {
        // They may be the second byte of a character.
        const isText = '\\{}'.includes(symbol);
        return isText ? { kind: 'text', text: symbol } : { kind: 'symbol', symbol };
      }
      if (word === undefined) continue;
      if (word === 'bin') this.#at += Math.max(0, Number(value ?? 0));
      else return { kind: 'word', word, value: value === undefined ? undefined : Number(value) };
    }
    return undefined;
  }

  /** Goes to the end of the group that is open, before its brace. */
  skipGroup(): void {
    let depth = 0;
    while (this.#at < this.#source.length) {
      const code = this.#source.charCodeAt(this.#at);
      if (code === 0x5c) this.#skipEscape();
      else if (code === 0x7b) depth += 1;
      else if (code === 0x7d) {
        if (depth === 0) return;
        depth -= 1;
      }
      this.#at += 1;
    }
  }

  #skipEscape(): void {
    this.#at += 1;
    if (!this.#source.startsWith('bin', this.#at)) return;
    const length = /^bin(\d{1,10}) ?/.exec(this.#source.slice(this.#at, this.#at + 16));
    if (length !== null) this.#at += length[0].length + Number(length[1]) - 1;
  }
}
