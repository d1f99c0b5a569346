import {
  isJunk,
  REFUSAL_REASONS,
  refusalSentence,
  specialFileFault,
  tooManyEntriesSentence,
  unpacksTooLargeSentence,
  ZIP_DIRECTORY_BYTES_MAX,
} from '@carrel/shared/contract/archive-rules';
import { configure, Reader, ZipReader, type Entry } from '@zip.js/zip.js';

import type { ArchiveSource } from '../../storage/archive-storage.ts';
import { documentPath } from './entry-path.ts';
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

const LOCAL_HEADER_BYTES = 30;

configure({ useWebWorkers: false });

class SourceReader extends Reader<ArchiveSource> {
  readonly #source: ArchiveSource;

  constructor(source: ArchiveSource) {
    super(source);
    this.#source = source;
    this.size = source.size;
  }

  override readUint8Array(index: number, length: number): Promise<Uint8Array> {
    if (length > ZIP_DIRECTORY_BYTES_MAX) {
      throw new RefusedArchive(refusalSentence('its table of contents is too large'));
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
    normalizeFilename: (name) => documentPath(name) + (name.endsWith('/') ? '/' : ''),
  });
  try {
    let count = 0;
    let unpacked = 0;
    for await (const entry of reader.getEntriesGenerator()) {
      count += 1;
      if (count > limits.maxEntries) {
        throw new RefusedArchive(tooManyEntriesSentence(limits.maxEntries));
      }
      unpacked += entry.uncompressedSize;
      if (unpacked > limits.maxUnpackedBytes) {
        throw new RefusedArchive(unpacksTooLargeSentence(limits.maxUnpackedBytes));
      }
      refuseSpecialFiles(entry);
      spans.push({
        start: entry.offset,
        end: entry.offset + LOCAL_HEADER_BYTES + entry.rawFilename.length + entry.compressedSize,
      });
      if (!entry.directory && !isJunk(entry.filename)) files.push(fileOf(entry));
    }
    if (reader.warnings?.some(({ reason }) => reason === 'wrapped entries count') === true) {
      throw new RefusedArchive(refusalSentence('its count of entries is wrong'));
    }
    refuseOverlaps(spans, reader.directoryOffset ?? source.size);
    return files;
  } catch (error) {
    throw error instanceof RefusedArchive ? error : await refusalOf(error, source);
  }
}

function fileOf(entry: Entry): DirectoryFile {
  if (entry.filename === '') {
    throw new RefusedArchive(refusalSentence(REFUSAL_REASONS.withoutName));
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
  const fault = specialFileFault(entry.externalFileAttributes >>> 16);
  if (fault === undefined) return;
  throw new RefusedArchive(refusalSentence(`the entry "${entry.filename}" ${fault}`));
}

/** With entries that share bytes, a small archive can unpack to a huge size. */
function refuseOverlaps(spans: { start: number; end: number }[], directoryOffset: number): void {
  spans.sort((a, b) => a.start - b.start);
  for (const [at, { end }] of spans.entries()) {
    const next = spans[at + 1]?.start ?? directoryOffset;
    if (end > next) {
      throw new RefusedArchive(refusalSentence(REFUSAL_REASONS.overlap));
    }
  }
}
