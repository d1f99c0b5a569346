import { ZIP_DIRECTORY_BYTES_MAX } from '@carrel/shared/contract/archive-rules';

import { UnreadableZip } from './unreadable-zip.ts';

/** The position of the directory of a zip, and the number of its entries. */
export interface DirectoryPlace {
  offset: number;
  length: number;
  count: number;
}

const END = 0x06054b50;
const END_BYTES = 22;
const COMMENT_MAX = 0xffff;
const LOCATOR = 0x07064b50;
const LOCATOR_BYTES = 20;
const END64 = 0x06064b50;
const END64_BYTES = 56;

/** Returns the directory of a zip from the record at its end, zip64 or not. */
export async function findDirectory(zip: Blob): Promise<DirectoryPlace> {
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

async function viewOf(zip: Blob, start: number, end: number): Promise<DataView> {
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

async function readEnd64(zip: Blob, at: number): Promise<DirectoryPlace> {
  const record = await viewOf(zip, at, at + END64_BYTES);
  if (record.byteLength < END64_BYTES || record.getUint32(0, true) !== END64) {
    throw new UnreadableZip('The zip64 end record is not where it should be.');
  }
  const number = (offset: number) => Number(record.getBigUint64(offset, true));
  return { count: number(32), length: number(40), offset: number(48) };
}
