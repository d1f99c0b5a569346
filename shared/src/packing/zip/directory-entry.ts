import {
  codePageName,
  entryPath,
  isUnixFolder,
  PRESENT_FIELD,
  presentHash,
  specialFileFault,
  unreadableReason,
} from '@carrel/shared/contract/archive-rules';
import type { DecodeName, NamedEntry } from '@carrel/shared/contract/archive-rules';

import { unicodeName, utf8Name } from './decode-name.ts';

/** The browser cannot read the directory of a zip. The server may still be able to. */
export class UnreadableZip extends Error {
  override readonly name = 'UnreadableZip';
}

/** A file as the directory of its zip describes it. */
export interface ZipFile {
  path: string;
  size: number;
  crc32: number;
  /** Why the server will not read it, in a sentence. */
  fault?: string;
  /** Its bytes are not in the zip, as the dataset has them. */
  isUnsent?: boolean;
}

/** An entry of a directory: a file, a folder, or something that no zip should hold. */
export interface DirectoryEntry extends Omit<ZipFile, 'path'>, NamedEntry {
  /** Position of its bytes in the zip, header included; it may end later. */
  start: number;
  end: number;
}

const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const ZIP64_FIELD = 0x0001;
const UNICODE_PATH_FIELD = 0x7075;
const IN_ZIP64_FIELD = 0xffffffff;
const UTF8_BIT = 0x0800;
const ENCRYPTED_BIT = 0x0001;
const MADE_ON_DOS = 0;
const DOS_FOLDER_BIT = 0x10;

/**
 * Returns the entries of a directory one by one. `decodeLegacyName` reads the names that are not in
 * UTF-8; without it they are in code page 437.
 * @throws {UnreadableZip} when an entry is not where it should be.
 */
export function* directoryEntries(
  bytes: Uint8Array,
  count: number,
  decodeLegacyName: DecodeName = codePageName,
): Generator<DirectoryEntry> {
  const view = viewOf(bytes);
  for (const place of places(view, count)) yield readEntry(view, bytes, place, decodeLegacyName);
}

/**
 * Returns the name of each entry that is not in UTF-8; undefined for the others.
 * @throws {UnreadableZip} when an entry is not where it should be.
 */
export function* legacyNames(bytes: Uint8Array, count: number): Generator<Uint8Array | undefined> {
  const view = viewOf(bytes);
  for (const place of places(view, count)) {
    yield unicodeNameOf(view, bytes, place) === undefined ? rawNameOf(bytes, place) : undefined;
  }
}

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

interface Place {
  at: number;
  nameEnd: number;
  extraEnd: number;
}

function* places(view: DataView, count: number): Generator<Place> {
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_BYTES > view.byteLength || view.getUint32(at, true) !== ENTRY) {
      throw new UnreadableZip('An entry is not where it should be.');
    }
    const nameEnd = at + ENTRY_BYTES + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const end = extraEnd + view.getUint16(at + 32, true);
    if (end > view.byteLength) throw new UnreadableZip('The directory is cut off.');
    yield { at, nameEnd, extraEnd };
    at = end;
  }
}

const rawNameOf = (bytes: Uint8Array, { at, nameEnd }: Place) =>
  bytes.subarray(at + ENTRY_BYTES, nameEnd);

/** Returns the name of an entry that has one in UTF-8. */
function unicodeNameOf(view: DataView, bytes: Uint8Array, place: Place): string | undefined {
  const raw = rawNameOf(bytes, place);
  const saysUtf8 = (view.getUint16(place.at + 8, true) & UTF8_BIT) !== 0;
  if (saysUtf8) return utf8Name(raw, true);
  const field = findField(view, place, UNICODE_PATH_FIELD);
  const replaced = field && unicodeName(bytes.subarray(field.start, field.end), raw);
  return replaced ?? utf8Name(raw, false);
}

function readEntry(
  view: DataView,
  bytes: Uint8Array,
  place: Place,
  decodeLegacyName: DecodeName,
): DirectoryEntry {
  const { at, nameEnd } = place;
  const flags = view.getUint16(at + 8, true);
  const name = unicodeNameOf(view, bytes, place) ?? decodeLegacyName(rawNameOf(bytes, place));
  const mode = view.getUint16(at + 40, true);
  const isDosFolder =
    view.getUint8(at + 5) === MADE_ON_DOS && (view.getUint8(at + 38) & DOS_FOLDER_BIT) !== 0;
  const isFolder = isUnixFolder(mode) || isDosFolder || /[/\\]$/.test(name);
  const { size, packed, start } = numbersOf(view, place);
  const fault = unreadableReason({
    encrypted: (flags & ENCRYPTED_BIT) !== 0,
    method: view.getUint16(at + 10, true),
    size,
    compressedSize: packed,
  });
  return {
    name,
    found: entryPath(name),
    special: specialFileFault(mode),
    size,
    crc32: view.getUint32(at + 16, true),
    ...(fault === undefined ? {} : { fault }),
    ...(isUnsent(view, bytes, place) && { isUnsent: true }),
    isFolder,
    start,
    end: start + LOCAL_HEADER_BYTES + (nameEnd - at - ENTRY_BYTES) + packed,
  };
}

function isUnsent(view: DataView, bytes: Uint8Array, place: Place): boolean {
  const found = findField(view, place, PRESENT_FIELD);
  return found !== undefined && presentHash(bytes.subarray(found.start, found.end)) !== undefined;
}

/** Returns sizes and offset; those of 4 GiB or more are in an extra field, one after the other. */
function numbersOf(view: DataView, place: Place) {
  const { at, extraEnd } = place;
  let wide: number | undefined;
  const read = (offset: number): number => {
    const value = view.getUint32(at + offset, true);
    if (value !== IN_ZIP64_FIELD) return value;
    wide ??= findField(view, place, ZIP64_FIELD)?.start ?? extraEnd;
    if (wide + 8 > extraEnd) throw new UnreadableZip('The size of an entry is not told.');
    wide += 8;
    return Number(view.getBigUint64(wide - 8, true));
  };
  const size = read(24);
  const packed = read(20);
  return { size, packed, start: read(42) };
}

/** Returns where the data of an extra field is. */
function findField(view: DataView, { nameEnd, extraEnd }: Place, id: number) {
  for (let at = nameEnd; at + 4 <= extraEnd;) {
    const start = at + 4;
    const end = start + view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === id && end <= extraEnd) return { start, end };
    at = end;
  }
  return undefined;
}
