/** Reads the strings of a record, which may go on in those that continue it. */
export class BiffText {
  readonly #parts: readonly Buffer[];
  #part = 0;
  #at: number;

  constructor(parts: readonly Buffer[], at = 0) {
    this.#parts = parts;
    this.#at = at;
  }

  get isAtEnd(): boolean {
    this.#advance();
    return this.#part >= this.#parts.length;
  }

  /** Reads a string with its length, formatting and hints of pronunciation. */
  richText(): string {
    const length = this.number(2);
    const flags = this.number(1);
    const runs = (flags & 8) === 0 ? 0 : this.number(2);
    const hints = (flags & 4) === 0 ? 0 : this.number(4);
    const text = this.characters(length, flags);
    this.#skip(4 * runs + hints);
    return text;
  }

  number(size: number): number {
    this.#advance();
    let value = 0;
    for (let index = 0; index < size; index += 1) {
      value += (this.#parts[this.#part]?.[this.#at] ?? 0) * 2 ** (8 * index);
      this.#at += 1;
    }
    return value;
  }

  /** Where a string goes on in another record, that says anew how its characters are written. */
  characters(length: number, flags: number): string {
    let [text, left, isWide] = ['', length, (flags & 1) === 1];
    for (let part = this.#parts[this.#part]; part !== undefined && left > 0;) {
      const size = isWide ? 2 : 1;
      const count = Math.min(left, Math.floor((part.length - this.#at) / size));
      const end = this.#at + count * size;
      text += part.toString(isWide ? 'utf16le' : 'latin1', this.#at, end);
      this.#at = end;
      left -= count;
      if (left === 0) break;
      this.#part += 1;
      part = this.#parts[this.#part];
      isWide = ((part?.[0] ?? 0) & 1) === 1;
      this.#at = 1;
    }
    return text;
  }

  #skip(size: number): void {
    let left = size;
    while (left > 0 && !this.isAtEnd) {
      const step = Math.min(left, (this.#parts[this.#part]?.length ?? 0) - this.#at);
      this.#at += step;
      left -= step;
    }
  }

  #advance(): void {
    let part = this.#parts[this.#part];
    while (part !== undefined && this.#at >= part.length) {
      this.#at = 0;
      this.#part += 1;
      part = this.#parts[this.#part];
    }
  }
}
