import {
  describeEntry,
  entryPath,
  isUnixFolder,
  REFUSAL_REASONS,
  specialFileFault,
  unreadableReason,
} from '@carrel/shared/contract/archive-rules';
import type { EntryPath } from '@carrel/shared/contract/archive-rules';

import { decodeName } from './decode-name.ts';
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
const MADE_ON_DOS = 0;
const DOS_FOLDER_BIT = 0x10;

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
  const mode = view.getUint16(at + 40, true);
  const isDosFolder =
    view.getUint8(at + 5) === MADE_ON_DOS && (view.getUint8(at + 38) & DOS_FOLDER_BIT) !== 0;
  const isFolder = isUnixFolder(mode) || isDosFolder || name.endsWith('/');
  const found = entryPath(name);
  const refused = refusalOf(name, found, mode, isFolder);
  const fault = unreadableReason((flags & ENCRYPTED_BIT) !== 0, view.getUint16(at + 10, true));
  const { size, packed, start } = numbersOf(view, place);
  return {
    path: 'path' in found ? found.path : name,
    size,
    crc32: view.getUint32(at + 16, true),
    ...(fault === undefined ? {} : { fault }),
    ...(refused === undefined ? {} : { refused }),
    isFolder,
    start,
    end: start + LOCAL_HEADER_BYTES + (nameEnd - at - ENTRY_BYTES) + packed,
  };
}

function refusalOf(
  name: string,
  found: EntryPath,
  mode: number,
  isFolder: boolean,
): string | undefined {
  const fault = 'fault' in found ? found.fault : specialFileFault(mode);
  if (fault !== undefined) return `${describeEntry(name)} ${fault}`;
  const isUnnamed = 'path' in found && found.path === '' && !isFolder;
  return isUnnamed ? REFUSAL_REASONS.withoutName : undefined;
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
