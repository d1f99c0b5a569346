import { ByteWriter } from './byte-buffer.ts';

/** Calls `visit` for each posting of a term: the chunk's number in its segment, and how often it has the term. */
export function eachPosting(
  bytes: Uint8Array,
  visit: (chunk: number, frequency: number) => void,
): void {
  let at = 0;
  let chunk = 0;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    // The lowest bit says that the frequency is 1, as most are.
    const next = number();
    chunk += next >>> 1;
    visit(chunk, (next & 1) === 1 ? 1 : number());
  }
}

/** Writes postings in the order of their chunks. */
export class PostingsWriter {
  readonly bytes = new ByteWriter(16);
  count = 0;
  #last = 0;

  add(chunk: number, frequency: number): void {
    this.bytes.number((chunk - this.#last) * 2 + (frequency === 1 ? 1 : 0));
    if (frequency !== 1) this.bytes.number(frequency);
    this.#last = chunk;
    this.count += 1;
  }

  clear(): void {
    this.bytes.clear();
    this.count = 0;
    this.#last = 0;
  }
}
