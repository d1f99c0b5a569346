/** Words of 32 bits in an id. */
const WORDS = 4;
const FIRST_CAPACITY = 64;

/**
 * The ids of a matrix's documents, by their places in the order in which they were added, as a hash table in
 * typed arrays: a `Map` of strings takes ten times the memory.
 */
export class DocumentTable {
  #ids = new Uint32Array(FIRST_CAPACITY * WORDS);
  /** Places, plus 1, by the ids' first word. At least half of it is empty. */
  #slots = new Uint32Array(FIRST_CAPACITY * 2);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#ids.byteLength + this.#slots.byteLength;
  }

  /** Returns the place of an id, which is added if it is new. */
  place(id: Uint8Array): number {
    const words = wordsOf(id);
    const slot = this.#slotOf(words);
    const place = (this.#slots[slot] ?? 0) - 1;
    return place >= 0 ? place : this.#add(words);
  }

  /** Returns the place of an id, -1 if there is no such document. */
  find(id: Uint8Array): number {
    return (this.#slots[this.#slotOf(wordsOf(id))] ?? 0) - 1;
  }

  /** Returns the id at a place. */
  id(place: number): Uint8Array {
    return new Uint8Array(this.#ids.slice(place * WORDS, (place + 1) * WORDS).buffer);
  }

  #add(words: Uint32Array): number {
    if (this.#size * 2 >= this.#slots.length) this.#grow();
    const place = this.#size;
    this.#ids.set(words, place * WORDS);
    this.#slots[this.#slotOf(words)] = place + 1;
    this.#size += 1;
    return place;
  }

  /** Returns the slot of an id, or the empty one where it belongs. */
  #slotOf(words: Uint32Array): number {
    const mask = this.#slots.length - 1;
    for (let slot = (words[0] ?? 0) & mask; ; slot = (slot + 1) & mask) {
      const place = (this.#slots[slot] ?? 0) - 1;
      if (place < 0 || this.#isAt(place, words)) return slot;
    }
  }

  #isAt(place: number, words: Uint32Array): boolean {
    const at = place * WORDS;
    return words.every((word, index) => this.#ids[at + index] === word);
  }

  #grow(): void {
    const ids = new Uint32Array(this.#ids.length * 2);
    ids.set(this.#ids);
    this.#ids = ids;
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let place = 0; place < this.#size; place += 1) {
      const words = this.#ids.subarray(place * WORDS, (place + 1) * WORDS);
      this.#slots[this.#slotOf(words)] = place + 1;
    }
  }
}

function wordsOf(id: Uint8Array): Uint32Array {
  return new Uint32Array(id.slice().buffer);
}
