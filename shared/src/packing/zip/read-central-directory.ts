import {
  isJunk,
  judgeEntries,
  REFUSAL_REASONS,
  refusalSentence,
  ZIP_DIRECTORY_BYTES_MAX,
  detectNameDecoder,
} from '@carrel/shared/contract/archive-rules';
import type { DecodeName } from '@carrel/shared/contract/archive-rules';

import { directoryEntries, UnreadableZip, legacyNames } from './directory-entry.ts';
import type { ZipFile } from './directory-entry.ts';
import { forEachYielding } from '../yield-to-main.ts';

const END = 0x06054b50;
const END_BYTES = 22;
const COMMENT_MAX = 0xffff;
const LOCATOR = 0x07064b50;
const LOCATOR_BYTES = 20;
const END64 = 0x06064b50;
const END64_BYTES = 56;

/** Bytes that are read in parts: a `Blob`, or a file of a disk. */
export interface SlicedBytes {
  size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** What of a zip the server's limits are about. */
interface ArchiveExtent {
  /** Bytes of the zip. */
  bytes: number;
  /** Entries, folders and leftovers included. */
  entries: number;
  /** Bytes that would come out of it. */
  unpacked: number;
}

/** The content of a zip according to its directory. */
export interface ZipContents {
  files: readonly ZipFile[];
  extent: ArchiveExtent;
  /** Why the server will refuse the whole zip, in a sentence. */
  refusal?: string;
}

/** The position of the directory of a zip, and the number of its entries. */
interface DirectoryPlace {
  offset: number;
  length: number;
  count: number;
}

/**
 * Reads the directory at the end of a zip, and none of its files: a few slices, whatever its size.
 * Folders and files of operating systems are skipped, as on the server.
 * @throws {UnreadableZip} when it finds no directory; the browser's error when the file itself cannot
 * be read.
 */
export async function readCentralDirectory(zip: SlicedBytes): Promise<ZipContents> {
  const { offset, length, count } = await findDirectory(zip);
  const bytes = new Uint8Array(await zip.slice(offset, offset + length).arrayBuffer());
  const files: ZipFile[] = [];
  const entries = judgeEntries();
  const refusedFiles: ZipFile[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let unpacked = 0;
  let refusal: string | undefined;
  const decodeLegacyName = await detectLegacyNames(bytes, count);
  await forEachYielding(directoryEntries(bytes, count, decodeLegacyName), (entry) => {
    const { size, crc32, isUnsent, isFolder } = entry;
    unpacked += size;
    starts.push(entry.start);
    ends.push(entry.end);
    const outcome = entries.judge(entry);
    if ('refused' in outcome) refusal ??= outcome.refused;
    if ('refused' in outcome || isFolder || isJunk(outcome.path)) return;
    const fault = outcome.fault ?? entry.fault;
    (outcome.fault === undefined || outcome.isAtPath === true ? files : refusedFiles).push({
      path: outcome.path,
      size,
      crc32,
      ...(fault !== undefined && { fault }),
      ...(isUnsent === true && { isUnsent }),
    });
  });
  const free = entries.freePaths(refusedFiles.map(({ path }) => path));
  for (const [at, file] of refusedFiles.entries())
    files.push({ ...file, path: free[at] ?? file.path });
  if (overlap(starts, ends, offset)) refusal ??= refusalSentence(REFUSAL_REASONS.overlap);
  return {
    files,
    extent: { bytes: zip.size, entries: count, unpacked },
    ...(refusal !== undefined && { refusal }),
  };
}

/** Returns whether entries share bytes with each other or with the directory. */
function overlap(starts: number[], ends: number[], directory: number): boolean {
  const isSorted = starts.every((start, place) => start >= (starts[place - 1] ?? 0));
  const order = isSorted
    ? undefined
    : [...starts.keys()].sort((a, b) => at(starts, a) - at(starts, b));
  return starts.some((_, place) => {
    const [one, next] = order === undefined ? [place, place + 1] : [order[place], order[place + 1]];
    return at(ends, one) > (next === undefined ? directory : (starts[next] ?? directory));
  });
}

const at = (numbers: readonly number[], place: number | undefined) => numbers[place ?? -1] ?? 0;

/** Returns the directory of a zip from the record at its end, zip64 or not. */
async function findDirectory(zip: SlicedBytes): Promise<DirectoryPlace> {
  const tailStart = Math.max(0, zip.size - END_BYTES - COMMENT_MAX - LOCATOR_BYTES);
  const tail = await viewOf(zip, tailStart, zip.size);
  const end = findEnd(tail);
  let place: DirectoryPlace = {
    count: tail.getUint16(end + 10, true),
    length: tail.getUint32(end + 12, true),
    offset: tail.getUint32(end + 16, true),
  };
  const locator = end - LOCATOR_BYTES;
  if (locator >= 0 && tail.getUint32(locator, true) === LOCATOR) {
    place = await readEnd64(zip, Number(tail.getBigUint64(locator + 8, true)));
  }
  // Anything else between the directory and its end, or before the first entry, moves the offsets.
  if (place.offset + place.length > tailStart + end || place.length > ZIP_DIRECTORY_BYTES_MAX) {
    throw new UnreadableZip('The directory is not where it should be.');
  }
  return place;
}

async function viewOf(zip: SlicedBytes, start: number, end: number): Promise<DataView> {
  return new DataView(await zip.slice(start, end).arrayBuffer());
}

/** Returns the last record whose comment ends with the file. */
function findEnd(tail: DataView): number {
  for (let at = tail.byteLength - END_BYTES; at >= 0; at -= 1) {
    const fits = at + END_BYTES + tail.getUint16(at + 20, true) === tail.byteLength;
    if (fits && tail.getUint32(at, true) === END) return at;
  }
  throw new UnreadableZip('There is no end record.');
}

async function readEnd64(zip: SlicedBytes, at: number): Promise<DirectoryPlace> {
  const record = await viewOf(zip, at, at + END64_BYTES);
  if (record.byteLength < END64_BYTES || record.getUint32(0, true) !== END64) {
    throw new UnreadableZip('The zip64 end record is not where it should be.');
  }
  const number = (offset: number) => Number(record.getBigUint64(offset, true));
  return { count: number(32), length: number(40), offset: number(48) };
}

/**
 * Returns the decoder of the names that are not in UTF-8, the same as the server's. Undefined where
 * there are none or their encoding is not sure. The detection is loaded only for zips that need it.
 */
async function detectLegacyNames(
  bytes: Uint8Array,
  count: number,
): Promise<DecodeName | undefined> {
  const names: Uint8Array[] = [];
  await forEachYielding(legacyNames(bytes, count), (name) => {
    if (name !== undefined) names.push(name);
  });
  if (names.length === 0) return undefined;
  const { analyse } = await import('chardet');
  return detectNameDecoder(names, analyse);
}
