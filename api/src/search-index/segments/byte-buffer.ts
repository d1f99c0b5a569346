/** Bytes that grow as they are written. Numbers are LEB128: seven bits a byte, least significant first. */
export class ByteWriter {
  #bytes: Buffer;
  length = 0;

  constructor(capacity = 1024) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  number(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest > 0x7f) {
      this.#bytes[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.length++] = rest;
  }

  /** Four bytes, little-endian. */
  uint32(value: number): void {
    this.#reserve(4);
    this.length = this.#bytes.writeUInt32LE(value, this.length);
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.length);
    this.length += value.length;
  }

  /** A text with its length before it. */
  text(value: string): void {
    const length = Buffer.byteLength(value);
    this.number(length);
    this.#reserve(length);
    this.length += this.#bytes.write(value, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  /** A view that is valid until the next write. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  copy(): Uint8Array {
    return Uint8Array.from(this.view());
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.length + more));
    this.#bytes.copy(grown, 0, 0, this.length);
    this.#bytes = grown;
  }
}

/** Reads what `ByteWriter` wrote. */
export class ByteReader {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.at = at;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) throw new RangeError('A search index ends too early');
      if (byte < 0x80) return value + byte * factor;
      value += (byte & 0x7f) * factor;
    }
  }

  uint32(): number {
    const value = this.#bytes.readUInt32LE(this.at);
    this.at += 4;
    return value;
  }

  bytes(length: number): Uint8Array {
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  text(): string {
    const length = this.number();
    this.at += length;
    return this.#bytes.toString('utf8', this.at - length, this.at);
  }
}
