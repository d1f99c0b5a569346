import { decodeName, entryPath } from './entry-name.ts';
import { UnreadableZip } from './unreadable-zip.ts';

/** A file as the directory of its zip describes it. */
export interface ZipFile {
  path: string;
  size: number;
  crc32: number;
  /** Why the server will not read it, in a sentence. */
  fault?: string;
}

/** An entry of a directory: a file, a folder, or something that no zip should hold. */
export interface DirectoryEntry extends ZipFile {
  isFolder: boolean;
  /** Why the server refuses the whole archive. */
  refused?: string;
  /** Position of its bytes in the zip, header included; it may end later. */
  start: number;
  end: number;
}

const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const ZIP64_FIELD = 0x0001;
const IN_ZIP64_FIELD = 0xffffffff;
const UTF8_BIT = 0x0800;
const ENCRYPTED_BIT = 0x0001;
const READABLE_METHODS = new Set([0, 8]);
const MADE_ON_DOS = 0;
const DOS_FOLDER_BIT = 0x10;
const UNIX_TYPE_MASK = 0o170000;
const UNIX_FOLDER = 0o040000;
const UNIX_LINK = 0o120000;
const ORDINARY_TYPES = new Set([0, 0o100000, UNIX_FOLDER]);

/**
 * Returns the entries of a directory one by one.
 * @throws {UnreadableZip} when an entry is not where it should be.
 */
export function* directoryEntries(bytes: Uint8Array, count: number): Generator<DirectoryEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_BYTES > view.byteLength || view.getUint32(at, true) !== ENTRY) {
      throw new UnreadableZip('An entry is not where it should be.');
    }
    const nameEnd = at + ENTRY_BYTES + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const end = extraEnd + view.getUint16(at + 32, true);
    if (end > view.byteLength) throw new UnreadableZip('The directory is cut off.');
    yield readEntry(view, bytes, { at, nameEnd, extraEnd });
    at = end;
  }
}

interface Place {
  at: number;
  nameEnd: number;
  extraEnd: number;
}

function readEntry(view: DataView, bytes: Uint8Array, place: Place): DirectoryEntry {
  const { at, nameEnd } = place;
  const flags = view.getUint16(at + 8, true);
  const name = decodeName(bytes.subarray(at + ENTRY_BYTES, nameEnd), (flags & UTF8_BIT) !== 0);
  const type = view.getUint16(at + 40, true) & UNIX_TYPE_MASK;
  const isDosFolder =
    view.getUint8(at + 5) === MADE_ON_DOS && (view.getUint8(at + 38) & DOS_FOLDER_BIT) !== 0;
  const isFolder = type === UNIX_FOLDER || isDosFolder || name.endsWith('/');
  const found = entryPath(name);
  const refused = refusalOf(name, found, type, isFolder);
  const { size, packed, start } = numbersOf(view, place);
  return {
    path: 'path' in found ? found.path : name,
    size,
    crc32: view.getUint32(at + 16, true),
    ...faultOf(flags, view.getUint16(at + 10, true)),
    ...(refused === undefined ? {} : { refused }),
    isFolder,
    start,
    end: start + LOCAL_HEADER_BYTES + (nameEnd - at - ENTRY_BYTES) + packed,
  };
}

function refusalOf(
  name: string,
  place: ReturnType<typeof entryPath>,
  type: number,
  isFolder: boolean,
): string | undefined {
  const shown = name.replace(/\p{C}/gu, '\ufffd');
  const entry = `the entry "${shown.length > 80 ? `${shown.slice(0, 80)}…` : shown}"`;
  if ('fault' in place) return `${entry} ${place.fault}`;
  if (!ORDINARY_TYPES.has(type)) {
    const what = type === UNIX_LINK ? 'a symbolic link' : 'a device or another special file';
    return `${entry} is ${what}. Replace it by the file itself`;
  }
  return place.path === '' && !isFolder ? 'one of its files has no name' : undefined;
}

function faultOf(flags: number, method: number): { fault?: string } {
  if ((flags & ENCRYPTED_BIT) !== 0) {
    return {
      fault:
        'This file is protected with a password inside the archive. Pack it without a password and upload it again.',
    };
  }
  if (READABLE_METHODS.has(method)) return {};
  return {
    fault: `This file is packed with a method that is not read (number ${method}). Pack the archive with ordinary zip compression and upload it again.`,
  };
}

/** Returns sizes and offset; those of 4 GiB or more are in an extra field, one after the other. */
function numbersOf(view: DataView, { at, nameEnd, extraEnd }: Place) {
  let wide: number | undefined;
  const read = (offset: number): number => {
    const value = view.getUint32(at + offset, true);
    if (value !== IN_ZIP64_FIELD) return value;
    wide ??= findZip64Field(view, nameEnd, extraEnd);
    if (wide + 8 > extraEnd) throw new UnreadableZip('The size of an entry is not told.');
    wide += 8;
    return Number(view.getBigUint64(wide - 8, true));
  };
  const size = read(24);
  const packed = read(20);
  return { size, packed, start: read(42) };
}

/** Returns where the values of the field begin. */
function findZip64Field(view: DataView, extraStart: number, extraEnd: number): number {
  for (let field = extraStart; field + 4 <= extraEnd;) {
    if (view.getUint16(field, true) === ZIP64_FIELD) return field + 4;
    field += 4 + view.getUint16(field + 2, true);
  }
  throw new UnreadableZip('The size of an entry is not told.');
}
