import type { ZipContents } from '../zip/read-central-directory.ts';
import { beyondLimits, compareWithDataset } from './plan-upload.ts';
import type { Comparison, PathOutcome, Present } from './plan-upload.ts';
import type { PreparedFile, PreparedFiles } from './prepare-files.ts';

/** The size of a file in bytes, its checksum, and its SHA-256 in hexadecimal where it is known. */
export interface FileHash {
  size: number;
  crc32: number;
  sha256: string | undefined;
}

/** Why a file without a hash is refused. */
export const UNREADABLE = 'This file could not be read on your computer.';

/** Hashes by path; undefined for a file that cannot be read. */
export type Hashes = ReadonlyMap<string, FileHash | undefined>;

/** What an upload of files would do. */
export interface ComparedFiles<Content> {
  comparison: Comparison;
  /** The files that can be read and are not refused, and those of them whose bytes are sent. */
  readable: readonly PreparedFile<Content>[];
  sent: ReadonlySet<PreparedFile<Content>>;
}

/** Returns the files whose bytes decide whether they are changed: those that have a document. */
export function filesToCompare<Content>(
  { files }: PreparedFiles<Content>,
  { documents }: Present,
): PreparedFile<Content>[] {
  const paths = new Set(documents.flatMap(({ path, origin_path }) => [path, origin_path ?? path]));
  return files.filter(({ path }) => paths.has(path));
}

/** Compares files with the documents of a dataset. Only those of `filesToCompare` need a hash. */
export async function compareFiles<Content>(
  { files, refused }: PreparedFiles<Content>,
  hashes: Hashes,
  present: Present,
): Promise<ComparedFiles<Content>> {
  const isReadable = ({ path }: PreparedFile<Content>) =>
    !hashes.has(path) || hashes.get(path) !== undefined;
  const readable = files.filter(isReadable);
  const unreadable = files
    .filter((file) => !isReadable(file))
    .map(({ path }): PathOutcome => ({ path, outcome: 'refused', reason: UNREADABLE }));
  // Of files without a document, it is known once all are read.
  const sizeOf = (path: string) => hashes.get(path)?.size ?? 0;
  const { limits, isPartialKnown } = present;
  const contents: ZipContents = {
    files: readable.map(({ path }) => ({
      path,
      size: sizeOf(path),
      crc32: hashes.get(path)?.crc32 ?? 0,
    })),
    extent: {
      bytes: 0,
      entries: readable.length,
      unpacked: readable.reduce((sum, { path }) => sum + sizeOf(path), 0),
    },
  };
  const comparison = await compareWithDataset(contents, { ...present, limits: null });
  const { entries } = comparison;
  // Where the files are sent as several archives, each would have to name the others for this to be refused.
  const isTaken = (_: unknown, at: number) => entries[at]?.outcome === 'refused';
  const sent = readable.filter(
    (file, at) =>
      !isTaken(file, at) &&
      (isPartialKnown !== true ||
        entries[at]?.outcome !== 'unchanged' ||
        hashes.get(file.path)?.sha256 === undefined),
  );
  const bytes = sent.reduce((sum, { path }) => sum + sizeOf(path), 0);
  const refusal = limits && beyondLimits({ ...contents.extent, bytes }, limits);
  return {
    comparison: {
      ...comparison,
      entries: [...entries, ...refused, ...unreadable],
      refusal: refusal ?? undefined,
    },
    readable: readable.filter((file, at) => !isTaken(file, at)),
    sent: new Set(sent),
  };
}
