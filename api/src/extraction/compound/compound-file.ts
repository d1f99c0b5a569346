/** A compound file whose structure cannot be followed. */
export class DamagedCompound extends Error {
  override readonly name = 'DamagedCompound';
}

const HEADER_BYTES = 512;
const MINI_SHIFT = 6;
const ENTRY_BYTES = 128;
/** The largest number of a sector; those above it are marks of ends and free sectors. */
const SECTOR_MAX = 0xfffffffa;
const NONE = 0xffffffff;
const KIND = { stream: 2, root: 5 } as const;

interface Entry {
  name: string;
  kind: number;
  left: number;
  right: number;
  child: number;
  start: number;
  size: number;
}

/**
 * The streams at the top of a compound file (MS-CFB). Chains of sectors that go in circles end it, and what a
 * cut file lacks is missing at the end of its streams.
 */
export class CompoundFile {
  readonly #bytes: Buffer;
  readonly #shift: number;
  readonly #table: number[];
  readonly #entries = new Map<string, Entry>();
  readonly #miniTable: number[];
  readonly #miniBytes: Buffer;
  readonly #miniCutoff: number;

  /** @throws {DamagedCompound} */
  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < HEADER_BYTES) throw new DamagedCompound('cut header');
    this.#shift = this.#bytes.readUInt16LE(30);
    if (this.#shift !== 9 && this.#shift !== 12) throw new DamagedCompound('size of sectors');
    this.#table = this.#readTable();
    this.#miniCutoff = this.#bytes.readUInt32LE(56);
    const entries = directoryOf(this.#chain(this.#bytes.readUInt32LE(48)));
    const root = entries[0];
    if (root?.kind !== KIND.root) throw new DamagedCompound('no root');
    for (const entry of childrenOf(entries, root.child)) {
      const key = entry.name.toLowerCase();
      if (!this.#entries.has(key)) this.#entries.set(key, entry);
    }
    const miniTable = this.#chain(this.#bytes.readUInt32LE(60));
    this.#miniTable = numbersOf(miniTable);
    this.#miniBytes = this.#chain(root.start, root.size);
  }

  /** Names of streams are the same in capitals. */
  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** Returns the content of a stream; undefined where the file has none of this name. */
  stream(name: string): Buffer | undefined {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry?.kind !== KIND.stream) return undefined;
    if (entry.size >= this.#miniCutoff) return this.#chain(entry.start, entry.size);
    return follow(this.#miniTable, entry.start, entry.size, {
      bytes: this.#miniBytes,
      shift: MINI_SHIFT,
      offset: 0,
    });
  }

  #chain(start: number, size = Number.MAX_SAFE_INTEGER): Buffer {
    return follow(this.#table, start, size, {
      bytes: this.#bytes,
      shift: this.#shift,
      offset: 1 << this.#shift,
    });
  }

  /** The sectors of the table of sectors are listed in the header, and beyond it in a chain of their own. */
  #readTable(): number[] {
    const header = this.#bytes;
    const count = Math.ceil(header.length / (1 << this.#shift));
    const sectors = numbersOf(header.subarray(76, HEADER_BYTES));
    let next = header.readUInt32LE(68);
    for (let seen = 0; next < SECTOR_MAX; seen += 1) {
      if (seen > count) throw new DamagedCompound('circle');
      const part = numbersOf(this.#sector(next));
      next = part.pop() ?? NONE;
      for (const sector of part) sectors.push(sector);
    }
    const table: number[] = [];
    for (const sector of sectors) {
      if (sector >= SECTOR_MAX || table.length > count) break;
      for (const number of numbersOf(this.#sector(sector))) table.push(number);
    }
    return table;
  }

  #sector(number: number): Buffer {
    const at = (number + 1) * (1 << this.#shift);
    return this.#bytes.subarray(at, at + (1 << this.#shift));
  }
}

function follow(
  table: readonly number[],
  start: number,
  size: number,
  { bytes, shift, offset }: { bytes: Buffer; shift: number; offset: number },
): Buffer {
  const parts: Buffer[] = [];
  let left = size;
  let steps = 0;
  for (let sector = start; sector < SECTOR_MAX && left > 0; sector = table[sector] ?? NONE) {
    steps += 1;
    if (steps > table.length) throw new DamagedCompound('circle');
    const at = offset + sector * (1 << shift);
    const part = bytes.subarray(at, at + Math.min(left, 1 << shift));
    if (part.length === 0) break;
    parts.push(part);
    left -= part.length;
  }
  return Buffer.concat(parts);
}

function numbersOf(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length >> 2 }, (_, at) => bytes.readUInt32LE(4 * at));
}

function directoryOf(bytes: Buffer): Entry[] {
  return Array.from({ length: Math.floor(bytes.length / ENTRY_BYTES) }, (_, index): Entry => {
    const at = index * ENTRY_BYTES;
    const length = Math.min(64, bytes.readUInt16LE(at + 64));
    return {
      name: bytes.toString('utf16le', at, at + Math.max(0, length - 2)),
      kind: bytes.readUInt8(at + 66),
      left: bytes.readUInt32LE(at + 68),
      right: bytes.readUInt32LE(at + 72),
      child: bytes.readUInt32LE(at + 76),
      start: bytes.readUInt32LE(at + 116),
      size: bytes.readUInt32LE(at + 120),
    };
  });
}

/** Entries of a folder are a tree. */
function childrenOf(entries: readonly Entry[], first: number): Entry[] {
  const found: Entry[] = [];
  const seen = new Set<number>();
  const open = [first];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const entry = entries[at];
    if (entry === undefined || seen.has(at)) continue;
    seen.add(at);
    found.push(entry);
    open.push(entry.left, entry.right);
  }
  return found;
}
