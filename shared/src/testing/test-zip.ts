import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a test zip; optional values override the true ones. */
export interface TestEntry {
  name: string | Uint8Array;
  content?: string;
  flags?: number;
  method?: number;
  /** The Unix mode, type included. */
  mode?: number;
  /** Declared position of its header, and declared packed bytes. */
  offset?: number;
  packedSize?: number;
  /** Sizes and offset are in a zip64 field. */
  zip64?: boolean;
  /** Another extra field of the directory. */
  extra?: Buffer;
}

const UTF8_NAME = 0x0800;

function record(length: number, fields: Readonly<Record<number, [2 | 4 | 8, number]>>): Buffer {
  const bytes = Buffer.alloc(length);
  for (const [at, [size, value]] of Object.entries(fields)) {
    if (size === 8) bytes.writeBigUInt64LE(BigInt(value), Number(at));
    else bytes.writeUIntLE(value, Number(at), size);
  }
  return bytes;
}

interface Packed {
  local: Buffer;
  directory: Buffer;
}

function pack(entry: TestEntry, place: number): Packed {
  const { content = '', method = 8, mode = 0o100644, zip64 = false } = entry;
  const name = Buffer.from(entry.name);
  const data = method === 8 ? deflateRawSync(content) : Buffer.from(content);
  const size = Buffer.byteLength(content);
  const { offset = place, packedSize = data.length } = entry;
  const flags = (entry.flags ?? 0) | (typeof entry.name === 'string' ? UTF8_NAME : 0);
  const inField = (value: number) => (zip64 ? 0xffffffff : value);
  const zip64Field = zip64
    ? record(28, { 0: [2, 1], 2: [2, 24], 4: [8, size], 12: [8, packedSize], 20: [8, offset] })
    : Buffer.alloc(0);
  const extra = Buffer.concat([zip64Field, entry.extra ?? Buffer.alloc(0)]);
  const checksum = crc32(content);
  const local = record(30, {
    0: [4, 0x04034b50],
    6: [2, flags],
    8: [2, method],
    14: [4, checksum],
    18: [4, data.length],
    22: [4, size],
    26: [2, name.length],
  });
  const directory = record(46, {
    0: [4, 0x02014b50],
    4: [2, 0x0314],
    8: [2, flags],
    10: [2, method],
    16: [4, checksum],
    20: [4, inField(packedSize)],
    24: [4, inField(size)],
    28: [2, name.length],
    30: [2, extra.length],
    38: [4, mode * 0x1_0000],
    42: [4, inField(offset)],
  });
  return {
    local: Buffer.concat([local, name, data]),
    directory: Buffer.concat([directory, name, extra]),
  };
}

/** Returns Info-ZIP's field with a name in UTF-8 for an entry whose name has other bytes. */
export function unicodePathField(name: Uint8Array, text: string): Buffer {
  const length = 5 + Buffer.byteLength(text);
  const head = record(9, { 0: [2, 0x7075], 2: [2, length], 5: [4, crc32(name)] });
  head[4] = 1;
  return Buffer.concat([head, Buffer.from(text)]);
}

/** Returns a zip of these entries; with `zip64` its end is in the record for large zips. */
export function buildZip(
  entries: readonly TestEntry[],
  { zip64 = false, comment = '' } = {},
): Buffer {
  const locals: Buffer[] = [];
  const directories: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const packed = pack(entry, offset);
    locals.push(packed.local);
    directories.push(packed.directory);
    offset += packed.local.length;
  }
  const directory = Buffer.concat(directories);
  const count = entries.length;
  const end64 = record(56, {
    0: [4, 0x06064b50],
    4: [8, 44],
    24: [8, count],
    32: [8, count],
    40: [8, directory.length],
    48: [8, offset],
  });
  const locator = record(20, { 0: [4, 0x07064b50], 8: [8, offset + directory.length], 16: [4, 1] });
  const end = record(22, {
    0: [4, 0x06054b50],
    8: [2, zip64 ? 0xffff : count],
    10: [2, zip64 ? 0xffff : count],
    12: [4, zip64 ? 0xffffffff : directory.length],
    16: [4, zip64 ? 0xffffffff : offset],
    20: [2, Buffer.byteLength(comment)],
  });
  const large = zip64 ? [end64, locator] : [];
  return Buffer.concat([...locals, directory, ...large, end, Buffer.from(comment)]);
}
