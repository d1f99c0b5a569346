import { PRESENT_FIELD, presentField } from '@carrel/shared/contract/archive-rules';

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_RECORD = 0x02014b50;
const END64 = 0x06064b50;
const LOCATOR = 0x07064b50;
const END = 0x06054b50;

const VERSION = 20;
const VERSION64 = 45;
const UTF8_NAMES = 0x0800;
/** 1 January 1980, the earliest date of a zip: what a document says of itself is in its bytes. */
const DATE = 0x0021;
const ZIP64_FIELD = 0x0001;
const IN_ZIP64_FIELD = 0xffffffff;
const COUNT_MAX = 0xffff;

/** An uncompressed file of a zip; `unsentSha256` where its bytes are left out. */
export interface Entry {
  name: Uint8Array;
  crc32: number;
  size: number;
  /** Of its local header. */
  offset: number;
  unsentSha256: string | undefined;
}

/** What is before a file's bytes. */
export function localHeader({
  name,
  crc32,
  size,
}: Pick<Entry, 'name' | 'crc32' | 'size'>): Uint8Array<ArrayBuffer> {
  const extra = size >= IN_ZIP64_FIELD ? [wideField([size, size])] : [];
  return join([
    record(30, (view) => {
      view.setUint32(0, LOCAL_HEADER, true);
      view.setUint16(4, extra.length > 0 ? VERSION64 : VERSION, true);
      view.setUint16(6, UTF8_NAMES, true);
      view.setUint16(12, DATE, true);
      view.setUint32(14, crc32, true);
      view.setUint32(18, narrow(size), true);
      view.setUint32(22, narrow(size), true);
      view.setUint16(26, name.length, true);
      view.setUint16(28, lengthOf(extra), true);
    }),
    name,
    ...extra,
  ]);
}

export function directoryRecord(entry: Entry): Uint8Array<ArrayBuffer> {
  const { name, crc32, size, offset, unsentSha256 } = entry;
  const wide = [size, size, offset].filter((value) => value >= IN_ZIP64_FIELD);
  const extra = [
    ...(wide.length > 0 ? [wideField(wide)] : []),
    ...(unsentSha256 === undefined ? [] : [field(PRESENT_FIELD, presentField(unsentSha256))]),
  ];
  const version = wide.length > 0 ? VERSION64 : VERSION;
  return join([
    record(46, (view) => {
      view.setUint32(0, DIRECTORY_RECORD, true);
      view.setUint16(4, version, true);
      view.setUint16(6, version, true);
      view.setUint16(8, UTF8_NAMES, true);
      view.setUint16(14, DATE, true);
      view.setUint32(16, crc32, true);
      view.setUint32(20, narrow(size), true);
      view.setUint32(24, narrow(size), true);
      view.setUint16(28, name.length, true);
      view.setUint16(30, lengthOf(extra), true);
      view.setUint32(42, narrow(offset), true);
    }),
    name,
    ...extra,
  ]);
}

/** The end of the directory, with the records of zip64 where a number does not fit the ordinary one. */
export function endRecords(directory: { count: number; length: number; offset: number }) {
  const { count, length, offset } = directory;
  const isWide = count > COUNT_MAX || offset >= IN_ZIP64_FIELD || length >= IN_ZIP64_FIELD;
  const end = record(22, (view) => {
    view.setUint32(0, END, true);
    view.setUint16(8, Math.min(count, COUNT_MAX), true);
    view.setUint16(10, Math.min(count, COUNT_MAX), true);
    view.setUint32(12, narrow(length), true);
    view.setUint32(16, narrow(offset), true);
  });
  if (!isWide) return end;
  const end64 = record(56, (view) => {
    view.setUint32(0, END64, true);
    view.setBigUint64(4, 44n, true);
    view.setUint16(12, VERSION64, true);
    view.setUint16(14, VERSION64, true);
    view.setBigUint64(24, BigInt(count), true);
    view.setBigUint64(32, BigInt(count), true);
    view.setBigUint64(40, BigInt(length), true);
    view.setBigUint64(48, BigInt(offset), true);
  });
  const locator = record(20, (view) => {
    view.setUint32(0, LOCATOR, true);
    view.setBigUint64(8, BigInt(offset + length), true);
    view.setUint32(16, 1, true);
  });
  return join([end64, locator, end]);
}

const narrow = (value: number) => Math.min(value, IN_ZIP64_FIELD);

function field(id: number, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = record(4, (view) => {
    view.setUint16(0, id, true);
    view.setUint16(2, data.length, true);
  });
  return join([head, data]);
}

const wideField = (values: readonly number[]) =>
  field(
    ZIP64_FIELD,
    record(8 * values.length, (view) => {
      for (const [at, value] of values.entries()) view.setBigUint64(8 * at, BigInt(value), true);
    }),
  );

function record(length: number, write: (view: DataView) => void): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  write(new DataView(bytes.buffer));
  return bytes;
}

const lengthOf = (parts: readonly Uint8Array[]) =>
  parts.reduce((sum, { length }) => sum + length, 0);

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(lengthOf(parts));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
