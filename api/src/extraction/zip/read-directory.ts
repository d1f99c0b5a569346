import {
  detectNameDecoder,
  judgeEntries,
  isJunk,
  REFUSAL_REASONS,
  refusalSentence,
  specialFileFault,
  tooManyEntriesSentence,
  unpacksTooLargeSentence,
  ZIP_DIRECTORY_BYTES_MAX,
  type DecodeName,
  entryPath,
  PRESENT_FIELD,
  presentHash,
} from '@carrel/shared/contract/archive-rules';
import { configure, Reader, ZipReader, type Entry } from '@zip.js/zip.js';
import { analyse } from 'chardet';

import type { ArchiveSource } from '../../platform/storage/archive-storage.ts';
import { RefusedArchive, refusalOf, refuseAmbiguities } from './refusal.ts';

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
  /** Why it is refused, alone; its path may then be another one than that of its entry. */
  fault?: string;
  /** The SHA-256 of bytes that the archive lacks, as the dataset has them. */
  presentSha256?: string;
}

/** Ends a reading that found a name whose encoding has to be detected first. */
class UndecodedName extends Error {
  override readonly name = 'UndecodedName';
}

const LOCAL_HEADER_BYTES = 30;
/** Data behind an archive, as that of a mail or a signature. */
const APPENDED_BYTES_MAX = 1024 * 1024;
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
 * Reads and validates the directory of a zip. Folders and the files of operating systems are skipped; what
 * cannot be taken is among the files, with its fault. Data before and behind the archive is skipped.
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
  decodeLegacyName: DecodeName,
): Promise<DirectoryFile[]> {
  const files: DirectoryFile[] = [];
  const refused: DirectoryFile[] = [];
  const entries = judgeEntries();
  const spans: { start: number; end: number }[] = [];
  const reader = new ZipReader(new SourceReader(source), {
    strictness: 'balanced',
    maxAppendedDataSize: APPENDED_BYTES_MAX,
    filenameValidation: 'tolerant',
    decodeText: (bytes, encoding, type) =>
      type === 'filename' && encoding !== UTF8 ? decodeLegacyName(bytes) : undefined,
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
      spans.push({
        start: entry.offset,
        end: entry.offset + LOCAL_HEADER_BYTES + entry.rawFilename.length + entry.compressedSize,
      });
      const isFolder = entry.directory || /[/\\]$/.test(entry.filename);
      const outcome = entries.judge({
        name: entry.filename,
        found: entryPath(entry.filename),
        special: specialFileFault(entry.externalFileAttributes >>> 16),
        isFolder,
      });
      if ('refused' in outcome) throw new RefusedArchive(outcome.refused);
      if (isFolder || isJunk(outcome.path)) continue;
      const isPlaced = outcome.fault === undefined || outcome.isAtPath === true;
      (isPlaced ? files : refused).push(fileOf(entry, outcome));
    }
    refuseAmbiguities(reader.warnings ?? []);
    const free = entries.freePaths(refused.map(({ path }) => path));
    for (const [at, file] of refused.entries())
      files.push({ ...file, path: free[at] ?? file.path });
    refuseOverlaps(spans, reader.directoryOffset ?? source.size);
    return files;
  } catch (error) {
    throw error instanceof RefusedArchive || error instanceof UndecodedName
      ? error
      : await refusalOf(error, source);
  }
}

function fileOf(entry: Entry, { path, fault }: { path: string; fault?: string }): DirectoryFile {
  const presentSha256 = presentHash(entry.extraField?.get(PRESENT_FIELD)?.data);
  return {
    ...(presentSha256 !== undefined && { presentSha256 }),
    ...(fault !== undefined && { fault }),
    path,
    rawName: entry.rawFilename,
    offset: entry.offset,
    compressedSize: entry.compressedSize,
    size: entry.uncompressedSize,
    method: entry.compressionMethod,
    crc32: entry.crc32 ?? 0,
    encrypted: entry.encrypted,
  };
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
