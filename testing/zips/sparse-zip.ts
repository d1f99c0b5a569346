import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

const VERSION = 45;
const IN_ZIP64_FIELD = 0xffffffff;

interface SparseEntry {
  name: string;
  size: number;
  crc32: number;
  offset: number;
}

/** Returns the extra field for numbers of more than 32 bits. */
function zip64Field(numbers: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * numbers.length);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8 * numbers.length, 2);
  for (const [at, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 4 + 8 * at);
  return field;
}

/** Returns the bytes from the version to the lengths of name and extra field, which both records share. */
function commonFields({ name, crc32: checksum }: SparseEntry, extraLength: number): Buffer {
  const common = Buffer.alloc(26);
  common.writeUInt16LE(VERSION, 0);
  common.writeUInt32LE(checksum, 10);
  common.writeUInt32LE(IN_ZIP64_FIELD, 14);
  common.writeUInt32LE(IN_ZIP64_FIELD, 18);
  common.writeUInt16LE(Buffer.byteLength(name), 22);
  common.writeUInt16LE(extraLength, 24);
  return common;
}

function localRecord(entry: SparseEntry): Buffer {
  const extra = zip64Field([entry.size, entry.size]);
  const signature = Buffer.from('PK\u0003\u0004');
  return Buffer.concat([
    signature,
    commonFields(entry, extra.length),
    Buffer.from(entry.name),
    extra,
  ]);
}

function directoryRecord(entry: SparseEntry): Buffer {
  const extra = zip64Field([entry.size, entry.size, entry.offset]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(IN_ZIP64_FIELD, 10);
  const head = Buffer.from([0x50, 0x4b, 1, 2, VERSION, 3]);
  return Buffer.concat([
    head,
    commonFields(entry, extra.length),
    rest,
    Buffer.from(entry.name),
    extra,
  ]);
}

function endRecords(count: number, length: number, offset: number): Buffer {
  const record = Buffer.alloc(98);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(VERSION, 12);
  record.writeUInt16LE(VERSION, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(length), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(offset + length), 64);
  record.writeUInt32LE(1, 72);
  record.writeUInt32LE(0x06054b50, 76);
  record.fill(0xff, 84, 96);
  return record;
}

/**
 * Writes a zip with one file of `bytes` zeros, which is sparse on most disks, and a small file after it.
 * `checksum` is the CRC-32 of the zeros.
 */
export async function writeSparseZip(path: string, bytes: number, checksum: number): Promise<void> {
  const text = Buffer.from('Text.');
  const first = { name: 'large.bin', size: bytes, crc32: checksum, offset: 0 };
  const head = localRecord(first);
  const second = {
    name: 'small.txt',
    size: text.length,
    crc32: crc32(text),
    offset: head.length + bytes,
  };
  const behind = Buffer.concat([localRecord(second), text]);
  const directory = Buffer.concat([first, second].map(directoryRecord));
  const end = endRecords(2, directory.length, second.offset + behind.length);
  const file = await open(path, 'w');
  await file.write(head, 0, head.length, 0);
  const rest = Buffer.concat([behind, directory, end]);
  await file.write(rest, 0, rest.length, second.offset);
  await file.close();
}
