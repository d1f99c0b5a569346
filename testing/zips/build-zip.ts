import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a zip that is built byte by byte, so that any of its fields can be wrong. */
export interface TestEntry {
  name: string | Buffer;
  content?: string | Buffer;
  /** Packed bytes instead of the packed content. */
  data?: Buffer;
  /** Only in the directory, pointing at the bytes of another entry. */
  directoryOnly?: boolean;
  /** By default 8 (deflated). */
  method?: number;
  flags?: number;
  /** Sizes in the directory and, unless `local` overrides them, in the local header. */
  size?: number;
  compressedSize?: number;
  crc32?: number;
  externalAttributes?: number;
  /** The entry's offset in the directory. */
  offset?: number;
  local?: { name?: string; size?: number; method?: number };
  /** Extra fields of its record in the directory. */
  extra?: Buffer;
  /** Writes the sizes after the data instead of before it. */
  descriptor?: boolean;
}

export interface TestZip {
  before?: Buffer;
  after?: Buffer;
  comment?: string;
  /** Overrides of fields of the end record. */
  count?: number;
  directoryOffset?: number;
}

const UTF8_NAME = 0x0800;
const DESCRIPTOR = 0x0008;

export const SYMBOLIC_LINK = 0o120777 * 0x1_0000;
export const BLOCK_DEVICE = 0o060666 * 0x1_0000;

export function buildZip(entries: readonly TestEntry[], zip: TestZip = {}): Buffer {
  const parts: Buffer[] = zip.before === undefined ? [] : [zip.before];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const packed = pack(entry);
    directory.push(directoryRecord(entry, packed, entry.offset ?? offset));
    if (entry.directoryOnly === true) continue;
    const bytes = localRecord(entry, packed);
    parts.push(bytes);
    offset += bytes.length;
  }
  const records = Buffer.concat(directory);
  const end = endRecord(
    zip.count ?? Math.min(entries.length, 0xffff),
    records.length,
    zip.directoryOffset ?? offset,
    zip.comment,
  );
  const large = isLarge(entries, zip)
    ? [largeEndRecords(entries.length, records.length, offset)]
    : [];
  return Buffer.concat([
    ...parts,
    records,
    ...large,
    end,
    ...(zip.after === undefined ? [] : [zip.after]),
  ]);
}

interface Packed {
  name: Buffer;
  data: Buffer;
  method: number;
  flags: number;
  crc32: number;
  compressedSize: number;
  size: number;
}

function pack(entry: TestEntry): Packed {
  const content = Buffer.from(entry.content ?? '');
  const method = entry.method ?? 8;
  const data = entry.data ?? (method === 8 ? deflateRawSync(content) : content);
  const utf8 = typeof entry.name === 'string' ? UTF8_NAME : 0;
  return {
    name: Buffer.from(entry.name),
    data,
    method,
    flags: (entry.flags ?? 0) | utf8 | (entry.descriptor === true ? DESCRIPTOR : 0),
    crc32: entry.crc32 ?? crc32(content),
    compressedSize: entry.compressedSize ?? data.length,
    size: entry.size ?? content.length,
  };
}

function localRecord(entry: TestEntry, packed: Packed): Buffer {
  const name = entry.local?.name === undefined ? packed.name : Buffer.from(entry.local.name);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(packed.flags, 6);
  header.writeUInt16LE(entry.local?.method ?? packed.method, 8);
  if (entry.descriptor !== true) {
    header.writeUInt32LE(packed.crc32, 14);
    header.writeUInt32LE(packed.compressedSize, 18);
    header.writeUInt32LE(entry.local?.size ?? packed.size, 22);
  }
  header.writeUInt16LE(name.length, 26);
  const descriptor = Buffer.alloc(entry.descriptor === true ? 16 : 0);
  if (entry.descriptor === true) {
    descriptor.writeUInt32LE(0x08074b50, 0);
    descriptor.writeUInt32LE(packed.crc32, 4);
    descriptor.writeUInt32LE(packed.compressedSize, 8);
    descriptor.writeUInt32LE(packed.size, 12);
  }
  return Buffer.concat([header, name, packed.data, descriptor]);
}

function directoryRecord(entry: TestEntry, packed: Packed, offset: number): Buffer {
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  // Made on Unix, so that the attributes carry a file type.
  record.writeUInt16LE(0x0314, 4);
  record.writeUInt16LE(20, 6);
  record.writeUInt16LE(packed.flags, 8);
  record.writeUInt16LE(packed.method, 10);
  record.writeUInt32LE(packed.crc32, 16);
  record.writeUInt32LE(packed.compressedSize, 20);
  record.writeUInt32LE(packed.size, 24);
  record.writeUInt16LE(packed.name.length, 28);
  const extra = entry.extra ?? Buffer.alloc(0);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(entry.externalAttributes ?? 0, 38);
  record.writeUInt32LE(offset, 42);
  return Buffer.concat([record, packed.name, extra]);
}

/** Returns whether there are more entries than the ordinary end record can count. */
function isLarge(entries: readonly TestEntry[], { count }: TestZip): boolean {
  return entries.length > 0xffff && count === undefined;
}

/** Returns the end record of zip64 and its locator. */
function largeEndRecords(count: number, length: number, offset: number): Buffer {
  const record = Buffer.alloc(76);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(length), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(offset + length), 64);
  record.writeUInt32LE(1, 72);
  return record;
}

function endRecord(count: number, length: number, offset: number, comment = ''): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(count % 0x1_0000, 8);
  record.writeUInt16LE(count % 0x1_0000, 10);
  record.writeUInt32LE(length, 12);
  record.writeUInt32LE(offset, 16);
  record.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([record, Buffer.from(comment)]);
}
