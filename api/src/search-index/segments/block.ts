import { ByteReader, ByteWriter } from './byte-buffer.ts';

/** Terms with their postings, in the order of the terms' code units. */
export interface Entry {
  term: string;
  /** Chunks that have the term. */
  count: number;
  postings: Uint8Array;
}

/** Every sixteenth term is written whole, and can be jumped to; the others continue the term before them. */
const RESTART_EVERY = 16;

/** Writes entries, which arrive in the order of their terms, as one block. */
export class BlockWriter {
  readonly #bytes = new ByteWriter(40_000);
  #restarts: number[] = [];
  #entries = 0;
  #last = '';
  first = '';

  get length(): number {
    return this.#bytes.length;
  }

  add(term: string, count: number, postings: Uint8Array): void {
    const isRestart = this.#entries % RESTART_EVERY === 0;
    if (this.#entries === 0) this.first = term;
    if (isRestart) this.#restarts.push(this.#bytes.length);
    const shared = isRestart ? 0 : sharedLength(this.#last, term);
    this.#bytes.number(shared);
    this.#bytes.text(term.slice(shared));
    this.#bytes.number(count);
    this.#bytes.number(postings.length);
    this.#bytes.bytes(postings);
    this.#last = term;
    this.#entries += 1;
  }

  /** Returns the block, and begins the next one. */
  take(): Uint8Array {
    for (const restart of this.#restarts) this.#bytes.uint32(restart);
    this.#bytes.uint32(this.#restarts.length);
    const block = this.#bytes.copy();
    this.#bytes.clear();
    this.#restarts = [];
    this.#entries = 0;
    this.#last = '';
    return block;
  }
}

/** How many code units two terms share; a surrogate pair is not split. */
function sharedLength(before: string, term: string): number {
  const most = Math.min(before.length, term.length);
  let length = 0;
  while (length < most && before.charCodeAt(length) === term.charCodeAt(length)) length += 1;
  const last = term.charCodeAt(length - 1);
  return last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}

/** Yields the entries of a block, from the first term that is not below `from` on. */
export function* entriesOf(block: Uint8Array, from = ''): Generator<Entry> {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const restarts = view.getUint32(block.length - 4, true);
  const table = block.length - 4 - restarts * 4;
  const restart = (index: number) => view.getUint32(table + index * 4, true);
  const termAt = (index: number): string => {
    const reader = new ByteReader(block, restart(index));
    reader.number();
    return reader.text();
  };
  // The last restart that is not above `from`.
  let low = 0;
  let high = restarts - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (termAt(middle) <= from) low = middle;
    else high = middle - 1;
  }
  if (restarts === 0) return;
  const reader = new ByteReader(block, restart(low));
  let term = '';
  while (reader.at < table) {
    const shared = reader.number();
    term = term.slice(0, shared) + reader.text();
    const count = reader.number();
    const postings = reader.bytes(reader.number());
    if (term >= from) yield { term, count, postings };
  }
}

export function findEntry(block: Uint8Array, term: string): Entry | undefined {
  for (const entry of entriesOf(block, term)) return entry.term === term ? entry : undefined;
  return undefined;
}
