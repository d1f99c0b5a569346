import { hash } from 'node:crypto';

const BYTES = 6;

/** A set of texts, by 48 bits of their hash: of 300,000, two are the same with a chance of one in 6,000. */
export class AddressSet {
  readonly #hashes: Set<number>;

  constructor(packed = '') {
    this.#hashes = new Set();
    const bytes = Buffer.from(packed, 'base64');
    for (let at = 0; at + BYTES <= bytes.length; at += BYTES)
      this.#hashes.add(bytes.readUIntBE(at, BYTES));
  }

  get size(): number {
    return this.#hashes.size;
  }

  has(text: string): boolean {
    return this.#hashes.has(hashOf(text));
  }

  /** Returns whether it was not there. */
  add(text: string): boolean {
    const key = hashOf(text);
    if (this.#hashes.has(key)) return false;
    this.#hashes.add(key);
    return true;
  }

  toString(): string {
    const bytes = Buffer.alloc(this.#hashes.size * BYTES);
    let at = 0;
    for (const key of this.#hashes) at = bytes.writeUIntBE(key, at, BYTES);
    return bytes.toString('base64');
  }
}

const hashOf = (text: string) => hash('sha1', text, 'buffer').readUIntBE(0, BYTES);
