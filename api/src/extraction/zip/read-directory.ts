import {
  detectNameDecoder,
  isJunk,
  REFUSAL_REASONS,
  refusalSentence,
  specialFileFault,
  tooManyEntriesSentence,
  unpacksTooLargeSentence,
  ZIP_DIRECTORY_BYTES_MAX,
  type DecodeName,
  describeEntry,
  entryPath,
  PRESENT_FIELD,
  presentHash,
} from '@carrel/shared/contract/archive-rules';
import { configure, Reader, ZipReader, type Entry } from '@zip.js/zip.js';
import { analyse } from 'chardet';

import type { ArchiveSource } from '../../platform/storage/archive-storage.ts';
import { RefusedArchive, refusalOf } from './refusal.ts';

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
  /** The SHA-256 of bytes that the archive lacks, as the dataset has them. */
  presentSha256?: string;
}

/** Ends a reading that found a name whose encoding has to be detected first. */
class UndecodedName extends Error {
  override readonly name = 'UndecodedName';
}

const LOCAL_HEADER_BYTES = 30;
const UTF8 = 'utf-8';

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
 * The encoding of names that are not in UTF-8 is detected from all of them together.
 * @throws {RefusedArchive} with the reason.
 */
export async function readDirectory(
  source: ArchiveSource,
  limits: ArchiveLimits,
): Promise<DirectoryFile[]> {
  try {
    return await readFiles(source, limits, () => {
      throw new UndecodedName();
    });
  } catch (error) {
    if (!(error instanceof UndecodedName)) throw error;
  }
  const names = await legacyNames(source, limits);
  return readFiles(source, limits, detectNameDecoder(names, analyse));
}

/** Returns the bytes of the names that are not in UTF-8; of a damaged directory, those before the damage. */
async function legacyNames(source: ArchiveSource, limits: ArchiveLimits): Promise<Uint8Array[]> {
  const names: Uint8Array[] = [];
  const reader = new ZipReader(new SourceReader(source), { filenameValidation: 'tolerant' });
  try {
    let count = 0;
    for await (const { rawFilename, filenameUTF8 } of reader.getEntriesGenerator()) {
      count += 1;
      if (count > limits.maxEntries) break;
      if (!filenameUTF8) names.push(rawFilename);
    }
  } catch {
    // Reading the files finds the same damage, and says what it is.
  }
  return names;
}

async function readFiles(
  source: ArchiveSource,
  limits: ArchiveLimits,
  decodeLegacyName: DecodeName | undefined,
): Promise<DirectoryFile[]> {
  const files: DirectoryFile[] = [];
  const spans: { start: number; end: number }[] = [];
  const reader = new ZipReader(new SourceReader(source), {
    strictness: 'strict',
    filenameValidation: 'tolerant',
    decodeText: (bytes, encoding, type) =>
      type === 'filename' && encoding !== UTF8 ? decodeLegacyName?.(bytes) : undefined,
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
    throw error instanceof RefusedArchive || error instanceof UndecodedName
      ? error
      : await refusalOf(error, source);
  }
}

/**
 * Returns the document path for the name of a zip entry. Empty for the root of the archive.
 * @throws {RefusedArchive} for a name that `entryPath` finds a fault in.
 */
function documentPath(name: string): string {
  const found = entryPath(name);
  if ('path' in found) return found.path;
  throw new RefusedArchive(refusalSentence(`${describeEntry(name)} ${found.fault}`));
}

function fileOf(entry: Entry): DirectoryFile {
  if (entry.filename === '') {
    throw new RefusedArchive(refusalSentence(REFUSAL_REASONS.withoutName));
  }
  const presentSha256 = presentHash(entry.extraField?.get(PRESENT_FIELD)?.data);
  return {
    ...(presentSha256 !== undefined && { presentSha256 }),
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
