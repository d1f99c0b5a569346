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
  offset: number;
  size: number;
  method: number;
  isEncrypted: boolean;
}

const PARTS_MAX = 10_000;
const UNPACKED_MAX = 400 * 1024 * 1024;
const RECORD = 0x02014b50;
const END = 0x06054b50;
/** The end record with the longest comment. */
const END_BYTES = 22 + 0xffff;

/** The parts of a package by name, whatever their order. Reading them shares one limit of unpacked bytes. */
export class PackageParts {
  readonly #bytes: Buffer;
  readonly #parts = new Map<string, Part>();
  #left = UNPACKED_MAX;

  /** @throws {FaultyPackage} where the bytes have no directory. */
  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    try {
      this.#readDirectory();
    } catch (error) {
      throw error instanceof FaultyPackage ? error : new FaultyPackage('damaged', error);
    }
  }

  get names(): string[] {
    return [...this.#parts.keys()];
  }

  /** Returns the bytes of a part, undefined where there is none. @throws {FaultyPackage} */
  read(name: string, most = UNPACKED_MAX): Buffer | undefined {
    const part = this.#parts.get(name);
    if (part === undefined) return undefined;
    if (part.isEncrypted) throw new FaultyPackage('encrypted');
    try {
      const nameBytes = this.#bytes.readUInt16LE(part.offset + 26);
      const start = part.offset + 30 + nameBytes + this.#bytes.readUInt16LE(part.offset + 28);
      const packed = this.#bytes.subarray(start, start + part.size);
      const content = part.method === 0 ? packed : inflate(packed, Math.min(most, this.#left));
      this.#left -= content.length;
      return content;
    } catch (error) {
      throw error instanceof FaultyPackage ? error : new FaultyPackage('damaged', error);
    }
  }

  #readDirectory(): void {
    const bytes = this.#bytes;
    const from = Math.max(0, bytes.length - END_BYTES);
    const end = from + bytes.subarray(from).lastIndexOf(Buffer.from('PK\u0005\u0006'));
    if (end < from || bytes.readUInt32LE(end) !== END) throw new FaultyPackage('damaged');
    const size = bytes.readUInt32LE(end + 12);
    // What is before the archive moves it.
    const moved = Math.max(0, end - size - bytes.readUInt32LE(end + 16));
    let at = bytes.readUInt32LE(end + 16);
    if (bytes.readUInt32LE(at) !== RECORD) at += moved;
    const shift = at - bytes.readUInt32LE(end + 16);
    while (at + 46 <= end && bytes.readUInt32LE(at) === RECORD) {
      if (this.#parts.size === PARTS_MAX) throw new FaultyPackage('too-large');
      const nameLength = bytes.readUInt16LE(at + 28);
      const name = bytes.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/');
      this.#parts.set(name, {
        offset: bytes.readUInt32LE(at + 42) + shift,
        size: bytes.readUInt32LE(at + 20),
        method: bytes.readUInt16LE(at + 10),
        isEncrypted: bytes.readUInt16LE(at + 8) % 2 === 1,
      });
      at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
  }
}

function inflate(packed: Buffer, most: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    const isLarge = error instanceof RangeError;
    throw new FaultyPackage(isLarge ? 'too-large' : 'damaged', error);
  }
}
