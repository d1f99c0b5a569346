import { isJunk, REFUSAL_REASONS, refusalSentence } from '@carrel/shared/contract/archive-rules';

import type { ArchiveExtent } from '../plan/archive-limits.ts';
import { detectLegacyNames } from './detect-legacy-names.ts';
import { directoryEntries } from './directory-entry.ts';
import type { ZipFile } from './directory-entry.ts';
import { findDirectory } from './find-directory.ts';
import { forEachYielding } from './yield-to-main.ts';

/** The content of a zip according to its directory. */
export interface ZipContents {
  files: readonly ZipFile[];
  extent: ArchiveExtent;
  /** Why the server will refuse the whole zip, in a sentence. */
  refusal?: string;
}

/**
 * Reads the directory at the end of a zip, and none of its files: a few slices, whatever its size.
 * Folders and files of operating systems are skipped, as on the server.
 * @throws {UnreadableZip} when it finds no directory; the browser's error when the file itself cannot
 * be read.
 */
export async function readCentralDirectory(zip: Blob): Promise<ZipContents> {
  const { offset, length, count } = await findDirectory(zip);
  const bytes = new Uint8Array(await zip.slice(offset, offset + length).arrayBuffer());
  const files: ZipFile[] = [];
  const paths = new Set<string>();
  const starts: number[] = [];
  const ends: number[] = [];
  let unpacked = 0;
  let reason: string | undefined;
  const decodeLegacyName = await detectLegacyNames(bytes, count);
  await forEachYielding(directoryEntries(bytes, count, decodeLegacyName), (entry) => {
    const { path, size, crc32, fault, isFolder, refused } = entry;
    unpacked += size;
    starts.push(entry.start);
    ends.push(entry.end);
    if (refused !== undefined) {
      reason ??= refused;
      return;
    }
    if (paths.has(path)) reason ??= `${REFUSAL_REASONS.duplicatePath}. Pack it again`;
    paths.add(path);
    if (isFolder || isJunk(path)) return;
    files.push(fault === undefined ? { path, size, crc32 } : { path, size, crc32, fault });
  });
  if (overlap(starts, ends, offset)) reason ??= REFUSAL_REASONS.overlap;
  return {
    files,
    extent: { bytes: zip.size, entries: count, unpacked },
    ...(reason === undefined ? {} : { refusal: refusalSentence(reason) }),
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
