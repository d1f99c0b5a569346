import { crc32 } from 'node:zlib';

/** From this count on, a zip needs the end record of Zip64. */
const ZIP64_COUNT = 0xffff;

/** A file of a zip, stored uncompressed. The optional fields can be wrong on purpose. */
export interface ZipEntry {
  name: string;
  content: string | Buffer;
  /** Marks the entry as encrypted, so that the server refuses this file. */
  encrypted?: boolean;
  /** The compression method in the headers. */
  method?: number;
  /** The Unix mode, type included. */
  mode?: number;
  /** The offset in the directory. */
  offset?: number;
  /** The uncompressed size in the headers. */
  size?: number;
}

const UTF8_NAME = 0x0800;
const ENCRYPTED = 0x0001;

/** Returns a zip of these files. */
export function buildZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const data = Buffer.isBuffer(entry.content) ? entry.content : Buffer.from(entry.content);
    // The fields that the local header and the directory share, from the flags to the name's length.
    const shared = Buffer.alloc(22);
    shared.writeUInt16LE(UTF8_NAME | (entry.encrypted === true ? ENCRYPTED : 0), 0);
    shared.writeUInt16LE(entry.method ?? 0, 2);
    shared.writeUInt32LE(crc32(data), 8);
    shared.writeUInt32LE(data.length, 12);
    shared.writeUInt32LE(entry.size ?? data.length, 16);
    shared.writeUInt16LE(name.length, 20);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    shared.copy(local, 6);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(0x0314, 4);
    record.writeUInt16LE(20, 6);
    shared.copy(record, 8);
    record.writeUInt32LE((entry.mode ?? 0o100644) * 0x1_0000, 38);
    record.writeUInt32LE(entry.offset ?? offset, 42);
    locals.push(local, name, data);
    directory.push(record, name);
    offset += local.length + name.length + data.length;
  }
  const records = Buffer.concat(directory);
  const count = Math.min(entries.length, ZIP64_COUNT);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(records.length, 12);
  end.writeUInt32LE(offset, 16);
  const large =
    entries.length < ZIP64_COUNT ? [] : largeEnd(entries.length, offset, records.length);
  return Buffer.concat([...locals, records, ...large, end]);
}

/** Returns Zip64's end of the directory and its locator, for counts beyond two bytes. */
function largeEnd(count: number, offset: number, length: number): Buffer[] {
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(45, 12);
  end.writeUInt16LE(45, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + length), 8);
  locator.writeUInt32LE(1, 16);
  return [end, locator];
}
