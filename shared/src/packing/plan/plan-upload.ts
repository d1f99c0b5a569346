import type { ArchiveLimits, EntryOutcome, Manifest, ReceiptCounts } from '@carrel/shared/contract';
import {
  MOVED_HERE,
  NOT_PRESENT,
  tooLargeSentence,
  tooManyEntriesSentence,
  unpacksTooLargeSentence,
} from '@carrel/shared/contract/archive-rules';

import type { ZipContents } from '../zip/read-central-directory.ts';
import { forEachYielding } from '../yield-to-main.ts';
import { knownDocuments } from './known-documents.ts';
import type { KnownDocument } from './known-documents.ts';

/**
 * The outcome of a path. `moved_to` is where the document of a file is that was moved, `moved_from` where it is until it
 * goes back to the path of the file, `origin_path` the path by which an archive would know a removed one.
 */
export interface PathOutcome {
  path: string;
  outcome: EntryOutcome;
  reason?: string | null | undefined;
  moved_to?: string | undefined;
  moved_from?: string | undefined;
  origin_path?: string | undefined;
}

/** The documents of a dataset, its rule for moved ones, and the server's limits if it sends them. */
export interface Present extends Pick<Manifest, 'documents' | 'moved_documents'> {
  limits?: ArchiveLimits | null | undefined;
  /** Whether the server knows files that were not sent, and removes orphans of one folder. */
  isPartialKnown?: boolean;
}

/** A zip compared with its dataset. */
export interface Comparison {
  entries: readonly PathOutcome[];
  /** Documents that the zip lacks, at the paths that they have now. */
  orphans: readonly PathOutcome[];
  /** Documents in the dataset. */
  present: number;
  /** Why the server will refuse the whole archive. */
  refusal: string | undefined;
}

/** What an upload will do to a dataset, as far as it is known before. */
export interface UploadPlan {
  counts: ReceiptCounts;
  entries: readonly PathOutcome[];
  refusal: string | undefined;
  /** Whether so much would be removed that it is confirmed by typing. */
  removesMuch: boolean;
}

/** The part of a dataset above which a removal is confirmed by typing. */
const MUCH = 0.1;

const UNKNOWN_BYTES =
  'The bytes of the present document are not known here. The server compares them.';

/**
 * Compares a zip with the documents of a dataset: their path, size and checksum. Those that were moved are known by their
 * earlier path.
 */
export async function compareWithDataset(
  { files, extent, refusal }: ZipContents,
  { documents, moved_documents: rule, limits }: Present,
): Promise<Comparison> {
  const paths = new Set<string>();
  await forEachYielding(files, ({ path }) => paths.add(path));
  const known = await knownDocuments(documents, paths, rule);
  const entries: PathOutcome[] = [];
  await forEachYielding(files, (file) => {
    const document = known.documents.get(file.path);
    const isTaken = document === undefined && known.taken.has(file.path);
    entries.push(isTaken ? refusedAs(file, MOVED_HERE) : outcomeOf(file, document));
  });
  const orphans: PathOutcome[] = [];
  await forEachYielding(known.lacking, ({ path, origin_path }) =>
    orphans.push({ path, outcome: 'removed', ...(origin_path !== undefined && { origin_path }) }),
  );
  return {
    entries,
    orphans,
    present: documents.length,
    refusal: (limits && beyondLimits(extent, limits)) ?? refusal,
  };
}

type ZipFile = ZipContents['files'][number];

const refusedAs = ({ path, fault }: ZipFile, reason: string): PathOutcome => ({
  path,
  outcome: 'refused',
  reason: fault ?? reason,
});

function outcomeOf(file: ZipFile, known: KnownDocument | undefined): PathOutcome {
  const { path, fault } = file;
  if (fault !== undefined) return { path, outcome: 'refused', reason: fault };
  if (known === undefined) {
    return file.isUnsent === true ? refusedAs(file, NOT_PRESENT) : { path, outcome: 'added' };
  }
  const { document, ...moved } = known;
  return { path, ...bytesOutcome(file, document), ...moved };
}

function bytesOutcome(
  { size, crc32, isUnsent }: ZipFile,
  document: Manifest['documents'][number],
): Pick<PathOutcome, 'outcome' | 'reason'> {
  if (isUnsent === true) return { outcome: 'unchanged' };
  if (document.size !== size) return { outcome: 'changed' };
  if (document.crc32 === null) return { outcome: 'changed', reason: UNKNOWN_BYTES };
  return { outcome: document.crc32 === crc32 ? 'unchanged' : 'changed' };
}

/** Returns the plan of a comparison, with or without deleting what the zip lacks, in a folder or everywhere. */
export function planUpload(
  { entries, orphans, present, refusal }: Comparison,
  deleteOrphans: boolean,
  folder = '',
): UploadPlan {
  const removed = !deleteOrphans
    ? []
    : folder === ''
      ? orphans
      : orphans.filter(({ path, origin_path: known = path }) => known.startsWith(`${folder}/`));
  const counts = { added: 0, changed: 0, unchanged: 0, refused: 0, removed: 0 };
  for (const { outcome } of entries) counts[outcome] += 1;
  counts.removed = removed.length;
  const all = [...entries, ...removed];
  return {
    counts: { ...counts, total: all.length },
    entries: all,
    refusal,
    removesMuch: counts.removed > present * MUCH,
  };
}

/** What the server will say of an archive that is beyond its limits; undefined for one within. */
export function beyondLimits(
  { bytes, entries, unpacked }: ZipContents['extent'],
  limits: ArchiveLimits,
): string | undefined {
  const { max_upload_bytes, max_entries, max_unpacked_bytes } = limits;
  if (bytes > max_upload_bytes) return tooLargeSentence(max_upload_bytes);
  if (entries > max_entries) return tooManyEntriesSentence(max_entries);
  return unpacked > max_unpacked_bytes ? unpacksTooLargeSentence(max_unpacked_bytes) : undefined;
}
