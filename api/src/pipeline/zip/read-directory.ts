import { configure, Reader, ZipReader, type Entry } from '@zip.js/zip.js';

import type { ArchiveSource } from '../../storage/archive-storage.ts';
import { entryPath, isJunk } from './entry-path.ts';
import { RefusedArchive } from './refused-archive.ts';
import { refusalOf } from './refusal.ts';

export interface ArchiveLimits {
  maxEntries: number;
  maxUnpackedBytes: number;
}

/** A file as the zip's directory describes it. */
export interface DirectoryFile {
  path: string;
  rawName: Uint8Array;
  /** Offset of its local header. */
  offset: number;
  compressedSize: number;
  size: number;
  method: number;
  crc32: number;
  encrypted: boolean;
}

/** Bytes of the largest directory: it is read in one piece. */
const DIRECTORY_BYTES_MAX = 128 * 1024 * 1024;
const LOCAL_HEADER_BYTES = 30;

const UNIX_TYPE_MASK = 0o170000;
const UNIX_REGULAR = 0o100000;
const UNIX_DIRECTORY = 0o040000;
const UNIX_LINK = 0o120000;

configure({ useWebWorkers: false });

class SourceReader extends Reader<ArchiveSource> {
  readonly #source: ArchiveSource;

  constructor(source: ArchiveSource) {
    super(source);
    this.#source = source;
    this.size = source.size;
  }

  override readUint8Array(index: number, length: number): Promise<Uint8Array> {
    if (length > DIRECTORY_BYTES_MAX) {
      throw new RefusedArchive('The archive was refused: its table of contents is too large.');
    }
    return this.#source.read(index, length);
  }
}

/**
 * Reads and validates the directory of a zip. Folders and the files of operating systems are skipped.
 * @throws {RefusedArchive} with the reason.
 */
export async function readDirectory(
  source: ArchiveSource,
  limits: ArchiveLimits,
): Promise<DirectoryFile[]> {
  const files: DirectoryFile[] = [];
  const spans: { start: number; end: number }[] = [];
  const reader = new ZipReader(new SourceReader(source), {
    strictness: 'strict',
    filenameValidation: 'tolerant',
    normalizeFilename: (name) => entryPath(name) + (name.endsWith('/') ? '/' : ''),
  });
  try {
    let count = 0;
    let unpacked = 0;
    for await (const entry of reader.getEntriesGenerator()) {
      count += 1;
      if (count > limits.maxEntries) {
        throw new RefusedArchive(
          `The archive holds more than ${limits.maxEntries.toLocaleString('en-US')} entries. Split it and upload the parts.`,
        );
      }
      unpacked += entry.uncompressedSize;
      if (unpacked > limits.maxUnpackedBytes) {
        throw new RefusedArchive(
          `The archive would unpack to more than ${sizeText(limits.maxUnpackedBytes)}. Split it and upload the parts.`,
        );
      }
      refuseSpecialFiles(entry);
      spans.push({
        start: entry.offset,
        end: entry.offset + LOCAL_HEADER_BYTES + entry.rawFilename.length + entry.compressedSize,
      });
      if (!entry.directory && !isJunk(entry.filename)) files.push(fileOf(entry));
    }
    if (reader.warnings?.some(({ reason }) => reason === 'wrapped entries count') === true) {
      throw new RefusedArchive('The archive was refused: its count of entries is wrong.');
    }
    refuseOverlaps(spans, reader.directoryOffset ?? source.size);
    return files;
  } catch (error) {
    throw error instanceof RefusedArchive ? error : await refusalOf(error, source);
  }
}

function fileOf(entry: Entry): DirectoryFile {
  if (entry.filename === '') {
    throw new RefusedArchive('The archive was refused: one of its files has no name.');
  }
  return {
    path: entry.filename,
    rawName: entry.rawFilename,
    offset: entry.offset,
    compressedSize: entry.compressedSize,
    size: entry.uncompressedSize,
    method: entry.compressionMethod,
    crc32: entry.crc32 ?? 0,
    encrypted: entry.encrypted,
  };
}

/** zip.js accepts links and devices; unpacked on a disk, they would point outside the archive. */
function refuseSpecialFiles(entry: Entry): void {
  const type = (entry.externalFileAttributes >>> 16) & UNIX_TYPE_MASK;
  if (type === 0 || type === UNIX_REGULAR || type === UNIX_DIRECTORY) return;
  const what = type === UNIX_LINK ? 'a symbolic link' : 'a device or another special file';
  throw new RefusedArchive(
    `The archive was refused: the entry "${entry.filename}" is ${what}. Replace it by the file itself.`,
  );
}

/** With entries that share bytes, a small archive can unpack to a huge size. */
function refuseOverlaps(spans: { start: number; end: number }[], directoryOffset: number): void {
  spans.sort((a, b) => a.start - b.start);
  for (const [at, { end }] of spans.entries()) {
    const next = spans[at + 1]?.start ?? directoryOffset;
    if (end > next) {
      throw new RefusedArchive('The archive was refused: its entries overlap each other.');
    }
  }
}

function sizeText(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  return gigabytes >= 1 ? `${Math.round(gigabytes)} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;
}
