import type { ObjectType } from './pack-entry.ts';

const TYPES: readonly ObjectType[] = ['commit', 'tree', 'blob', 'tag'];
const FIRST_CAPACITY = 1024;

export interface Unpacked {
  id: string;
  type: ObjectType;
}

/** Ids and types of the objects of a pack by where they begin, in about 30 bytes each. */
export class UnpackedIndex {
  readonly #idBytes: number;
  #offsets = new Float64Array(FIRST_CAPACITY);
  #types = new Uint8Array(FIRST_CAPACITY);
  #ids: Buffer;
  #count = 0;
  /** Those that became known after others that begin behind them. */
  readonly #late = new Map<number, Unpacked>();
  #byId: Map<string, ObjectType> | undefined;

  constructor(idBytes: number) {
    this.#idBytes = idBytes;
    this.#ids = Buffer.alloc(FIRST_CAPACITY * idBytes);
  }

  add(offset: number, { id, type }: Unpacked): void {
    this.#byId?.set(id, type);
    if (this.#count > 0 && offset <= (this.#offsets[this.#count - 1] ?? 0)) {
      this.#late.set(offset, { id, type });
      return;
    }
    if (this.#count === this.#offsets.length) this.#grow();
    this.#offsets[this.#count] = offset;
    this.#types[this.#count] = TYPES.indexOf(type);
    this.#ids.write(id, this.#count * this.#idBytes, 'hex');
    this.#count += 1;
  }

  atOffset(offset: number): Unpacked | undefined {
    let [low, high] = [0, this.#count - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#offsets[middle] ?? 0;
      if (found === offset) return this.#at(middle);
      if (found < offset) low = middle + 1;
      else high = middle - 1;
    }
    return this.#late.get(offset);
  }

  /** Few packs name objects by their ids: these are sorted when the first one does. */
  withId(id: string): Unpacked | undefined {
    if (this.#byId === undefined) {
      this.#byId = new Map([...this.#late.values()].map((one) => [one.id, one.type]));
      for (let index = 0; index < this.#count; index += 1) {
        const one = this.#at(index);
        this.#byId.set(one.id, one.type);
      }
    }
    const type = this.#byId.get(id);
    return type === undefined ? undefined : { id, type };
  }

  #at(index: number): Unpacked {
    const start = index * this.#idBytes;
    return {
      id: this.#ids.toString('hex', start, start + this.#idBytes),
      type: TYPES[this.#types[index] ?? 0] ?? 'blob',
    };
  }

  #grow(): void {
    const capacity = this.#offsets.length * 2;
    const offsets = new Float64Array(capacity);
    offsets.set(this.#offsets);
    const types = new Uint8Array(capacity);
    types.set(this.#types);
    const ids = Buffer.alloc(capacity * this.#idBytes);
    this.#ids.copy(ids);
    [this.#offsets, this.#types, this.#ids] = [offsets, types, ids];
  }
}
