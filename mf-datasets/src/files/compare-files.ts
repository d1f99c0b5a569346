import type { ZipContents } from '../uploads/zip/read-central-directory.ts';
import { beyondLimits, compareWithDataset } from '../uploads/plan/plan-upload.ts';
import type { Comparison, PathOutcome, Present } from '../uploads/plan/plan-upload.ts';
import { UNREADABLE } from './found-files.ts';
import { composeZip } from './pack/compose-zip.ts';
import type { ZipPart } from './pack/compose-zip.ts';
import type { FileHash } from './pack/hash-file.ts';
import type { PreparedFile, PreparedFiles } from './prepare-files.ts';

/** Hashes by path; undefined for a file that cannot be read. */
export type Hashes = ReadonlyMap<string, FileHash | undefined>;

/** What an upload of files would do. */
export interface ComparedFiles {
  comparison: Comparison;
  /** The files that can be read, and those of them whose bytes are sent. */
  readable: readonly PreparedFile[];
  sent: ReadonlySet<PreparedFile>;
}

/** Returns the files whose bytes decide whether they are changed: those that have a document. */
export function filesToCompare({ files }: PreparedFiles, { documents }: Present): PreparedFile[] {
  const paths = new Set(documents.map(({ path }) => path));
  return files.filter(({ path }) => paths.has(path));
}

/** Compares files with the documents of a dataset. Only those of `filesToCompare` need a hash. */
export async function compareFiles(
  { files, refused }: PreparedFiles,
  hashes: Hashes,
  present: Present,
): Promise<ComparedFiles> {
  const isReadable = ({ path }: PreparedFile) =>
    !hashes.has(path) || hashes.get(path) !== undefined;
  const readable = files.filter(isReadable);
  const unreadable = files
    .filter((file) => !isReadable(file))
    .map(({ path }): PathOutcome => ({ path, outcome: 'refused', reason: UNREADABLE }));
  // Of files without a document, it is known once all are read.
  const sizeOf = (path: string) => hashes.get(path)?.size ?? 0;
  const { limits, documents, isPartialKnown } = present;
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
  const comparison = await compareWithDataset(contents, { documents });
  const { entries } = comparison;
  const sent = readable.filter(
    ({ path }, at) =>
      isPartialKnown !== true ||
      entries[at]?.outcome !== 'unchanged' ||
      hashes.get(path)?.sha256 === undefined,
  );
  const bytes = sent.reduce((sum, { path }) => sum + sizeOf(path), 0);
  const refusal = limits && beyondLimits({ ...contents.extent, bytes }, limits);
  return {
    comparison: {
      ...comparison,
      entries: [...entries, ...refused, ...unreadable],
      refusal: refusal ?? undefined,
    },
    readable,
    sent: new Set(sent),
  };
}

/** Small files that were read together for sending, with their headers. */
export interface FilePack {
  blob: Blob;
  files: readonly PreparedFile[];
}

/** Composes the zip of compared files. Those that can be read have a hash each. */
export function composeFiles(
  { readable, sent }: Pick<ComparedFiles, 'readable' | 'sent'>,
  { hashes, packs, name }: { hashes: Hashes; packs: readonly FilePack[]; name: string },
): Promise<File> {
  const partOf = ({ path }: PreparedFile, file?: File, isSent = true): ZipPart => {
    const hash = hashes.get(path);
    if (hash === undefined) throw new Error(`There is no checksum of ${path}`);
    const { size, crc32, sha256 } = hash;
    return { path, size, crc32, file, unsentSha256: isSent ? undefined : sha256 };
  };
  const packed = new Set(packs.flatMap(({ files }) => files));
  const parts = readable
    .filter((prepared) => !packed.has(prepared))
    .map((prepared) => partOf(prepared, prepared.file, sent.has(prepared)));
  return composeZip(
    parts,
    name,
    packs.map(({ blob, files }) => ({ blob, parts: files.map((file) => partOf(file)) })),
  );
}
