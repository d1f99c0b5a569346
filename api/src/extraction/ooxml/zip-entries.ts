import { inflateRawSync } from 'node:zlib';

/** The zip could not be read: its directory or an entry is damaged. */
export class DamagedZip extends Error {
  override readonly name = 'DamagedZip';
}

export interface ZipEntry {
  name: string;
  method: number;
  isEncrypted: boolean;
  compressedSize: number;
  size: number;
  /** Offset of its local header. */
  offset: number;
}

const END = 0x06054b50;
const RECORD = 0x02014b50;
const LOCAL = 0x04034b50;
const ZIP64_FIELD = 1;
const IN_ZIP64_FIELD = 0xffffffff;
const END_BYTES = 22;

/**
 * Lists a zip that an office program wrote, as tolerantly as these read it: bytes before its first entry
 * and wrong sizes of its local headers do not matter.
 * @throws {DamagedZip}
 */
export function zipEntries(zip: Buffer): ZipEntry[] {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0 || end + END_BYTES > zip.length || zip.readUInt32LE(end) !== END) {
    throw new DamagedZip('no directory');
  }
  const size = zip.readUInt32LE(end + 12);
  const claimed = zip.readUInt32LE(end + 16);
  const start = claimed + size <= end && isRecord(zip, claimed) ? claimed : end - size;
  // Where bytes were put before the zip, all of its offsets are too small by as much.
  const shift = start - claimed;
  const entries: ZipEntry[] = [];
  for (let at = start; isRecord(zip, at);) {
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    const extraEnd = nameEnd + zip.readUInt16LE(at + 30);
    if (extraEnd > zip.length) break;
    entries.push(entryOf(zip, at, nameEnd, extraEnd, shift));
    at = extraEnd + zip.readUInt16LE(at + 32);
  }
  return entries;
}

function isRecord(zip: Buffer, at: number): boolean {
  return at >= 0 && at + 46 <= zip.length && zip.readUInt32LE(at) === RECORD;
}

function entryOf(
  zip: Buffer,
  at: number,
  nameEnd: number,
  extraEnd: number,
  shift: number,
): ZipEntry {
  const sizes = [zip.readUInt32LE(at + 24), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
  const large = largeSizes(zip.subarray(nameEnd, extraEnd));
  const [size = 0, compressedSize = 0, offset = 0] = sizes.map((value) =>
    value === IN_ZIP64_FIELD ? (large.shift() ?? value) : value,
  );
  return {
    name: zip.toString('utf8', at + 46, nameEnd),
    method: zip.readUInt16LE(at + 10),
    isEncrypted: (zip.readUInt16LE(at + 8) & 1) !== 0,
    compressedSize,
    size,
    offset: offset + shift,
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

/**
 * Unpacks an entry up to `maxBytes`.
 * @throws {DamagedZip} @throws {RangeError} where it is larger.
 */
export function unpackEntry(zip: Buffer, entry: ZipEntry, maxBytes: number): Buffer {
  const { offset, compressedSize, method } = entry;
  if (offset < 0 || offset + 30 > zip.length || zip.readUInt32LE(offset) !== LOCAL) {
    throw new DamagedZip(entry.name);
  }
  const data = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  const packed = zip.subarray(data, data + compressedSize);
  if (method === 0) return packed;
  if (method !== 8) throw new DamagedZip(entry.name);
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) });
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new DamagedZip(entry.name, { cause: error });
  }
}
