import { inflateRawSync } from 'node:zlib';

/** Why a package of parts, such as an office file, cannot be opened. */
export class FaultyPackage extends Error {
  override readonly name = 'FaultyPackage';
  readonly fault: 'damaged' | 'encrypted' | 'too-large';

  constructor(fault: FaultyPackage['fault'], cause?: unknown) {
    super(fault, { cause });
    this.fault = fault;
  }
}

interface Part {
  /** Of its local header. */
  offset: number;
  size: number;
  /** As its entry says. */
  unpacked: number;
  method: number;
  isEncrypted: boolean;
}

const PARTS_MAX = 10_000;
const UNPACKED_MAX = 400 * 1024 * 1024;
/** Parts that readers read, rather than pictures and sounds. */
const MARKUP = /\.(?:xml|rels|x?html?|opf)$/i;
const RECORD = 0x02014b50;
const LOCAL = 0x04034b50;
const END = Buffer.from('PK\u0005\u0006', 'latin1');
const END_BYTES = 22;
const ZIP64_FIELD = 1;
const IN_ZIP64_FIELD = 0xffffffff;

/**
 * The parts of a package by name, whatever their order, as tolerantly as office programs read them: bytes before
 * the first entry and wrong sizes in local headers do not matter. Reading them shares one limit of unpacked bytes.
 */
export class PackageParts {
  readonly #bytes: Buffer;
  readonly #parts = new Map<string, Part>();
  #left = UNPACKED_MAX;

  /** @throws {FaultyPackage} where the bytes have no directory, or one of too many parts, or of too large ones. */
  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#readDirectory();
    let markup = 0;
    for (const [name, { unpacked }] of this.#parts) if (MARKUP.test(name)) markup += unpacked;
    if (markup > UNPACKED_MAX) throw new FaultyPackage('too-large');
  }

  get names(): string[] {
    return [...this.#parts.keys()];
  }

  /** Returns the bytes of a part, undefined where there is none. @throws {FaultyPackage} */
  read(name: string, most = UNPACKED_MAX): Buffer | undefined {
    const part = this.#parts.get(name);
    if (part === undefined) return undefined;
    if (part.isEncrypted) throw new FaultyPackage('encrypted');
    const { offset, size, method } = part;
    const bytes = this.#bytes;
    const isThere = offset >= 0 && offset + 30 <= bytes.length;
    if (!isThere || bytes.readUInt32LE(offset) !== LOCAL || (method !== 0 && method !== 8)) {
      throw new FaultyPackage('damaged');
    }
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    const packed = bytes.subarray(start, start + size);
    const content = method === 0 ? packed : inflate(packed, Math.min(most, this.#left));
    this.#left -= content.length;
    if (this.#left < 0) throw new FaultyPackage('too-large');
    return content;
  }

  #readDirectory(): void {
    const bytes = this.#bytes;
    const end = bytes.lastIndexOf(END);
    if (end < 0 || end + END_BYTES > bytes.length) throw new FaultyPackage('damaged');
    const size = bytes.readUInt32LE(end + 12);
    const claimed = bytes.readUInt32LE(end + 16);
    const isClaimed = claimed + size <= end && this.#isRecord(claimed);
    let at = isClaimed ? claimed : end - size;
    // Where bytes were put before the zip, all of its offsets are too small by as much.
    const shift = at - claimed;
    while (this.#isRecord(at)) {
      const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
      const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
      if (extraEnd > bytes.length) break;
      if (this.#parts.size === PARTS_MAX) throw new FaultyPackage('too-large');
      const name = bytes.toString('utf8', at + 46, nameEnd).replaceAll('\\', '/');
      this.#parts.set(name, partOf(bytes, at, bytes.subarray(nameEnd, extraEnd), shift));
      at = extraEnd + bytes.readUInt16LE(at + 32);
    }
  }

  #isRecord(at: number): boolean {
    const bytes = this.#bytes;
    return at >= 0 && at + 46 <= bytes.length && bytes.readUInt32LE(at) === RECORD;
  }
}

function partOf(bytes: Buffer, at: number, extra: Buffer, shift: number): Part {
  const large = largeSizes(extra);
  const sizes = [
    bytes.readUInt32LE(at + 24),
    bytes.readUInt32LE(at + 20),
    bytes.readUInt32LE(at + 42),
  ];
  const [unpacked = 0, size = 0, offset = 0] = sizes.map((value) =>
    value === IN_ZIP64_FIELD ? (large.shift() ?? value) : value,
  );
  return {
    offset: offset + shift,
    size,
    unpacked,
    method: bytes.readUInt16LE(at + 10),
    isEncrypted: bytes.readUInt16LE(at + 8) % 2 === 1,
  };
}

function largeSizes(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP64_FIELD) continue;
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    return Array.from({ length: Math.min(3, Math.floor(field.length / 8)) }, (_, index) =>
      Number(field.readBigUInt64LE(index * 8)),
    );
  }
  return [];
}

function inflate(packed: Buffer, most: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    const isLarge = error instanceof RangeError;
    throw new FaultyPackage(isLarge ? 'too-large' : 'damaged', error);
  }
}
