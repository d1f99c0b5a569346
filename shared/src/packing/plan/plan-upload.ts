import type { ArchiveLimits, EntryOutcome, Manifest, ReceiptCounts } from '@carrel/shared/contract';
import {
  NOT_PRESENT,
  tooLargeSentence,
  tooManyEntriesSentence,
  unpacksTooLargeSentence,
} from '@carrel/shared/contract/archive-rules';

import type { ZipContents } from '../zip/read-central-directory.ts';
import { forEachYielding } from '../yield-to-main.ts';

/** The outcome of a path. */
export interface PathOutcome {
  path: string;
  outcome: EntryOutcome;
  reason?: string | null | undefined;
}

/** The documents of a dataset, and the server's limits if it sends them. */
export interface Present {
  documents: Manifest['documents'];
  limits?: ArchiveLimits | null | undefined;
  /** Whether the server knows files that were not sent, and removes orphans of one folder. */
  isPartialKnown?: boolean;
}

/** A zip compared with its dataset. */
export interface Comparison {
  entries: readonly PathOutcome[];
  /** Documents that the zip lacks. */
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

/** Compares a zip with the documents of a dataset: their path, size and checksum. */
export async function compareWithDataset(
  { files, extent, refusal }: ZipContents,
  { documents, limits }: Present,
): Promise<Comparison> {
  const present = new Map<string, Manifest['documents'][number]>();
  await forEachYielding(documents, (document) => present.set(document.path, document));
  const entries: PathOutcome[] = [];
  const left = new Map(present);
  await forEachYielding(files, (file) => {
    entries.push(outcomeOf(file, present.get(file.path)));
    left.delete(file.path);
  });
  const orphans: PathOutcome[] = [];
  await forEachYielding(left.keys(), (path) => orphans.push({ path, outcome: 'removed' }));
  return {
    entries,
    orphans,
    present: documents.length,
    refusal: (limits && beyondLimits(extent, limits)) ?? refusal,
  };
}

function outcomeOf(
  { path, size, crc32, fault, isUnsent }: ZipContents['files'][number],
  document: Manifest['documents'][number] | undefined,
): PathOutcome {
  if (fault !== undefined) return { path, outcome: 'refused', reason: fault };
  if (isUnsent === true) {
    return document === undefined
      ? { path, outcome: 'refused', reason: NOT_PRESENT }
      : { path, outcome: 'unchanged' };
  }
  if (document === undefined) return { path, outcome: 'added' };
  if (document.size !== size) return { path, outcome: 'changed' };
  if (document.crc32 === null) return { path, outcome: 'changed', reason: UNKNOWN_BYTES };
  return { path, outcome: document.crc32 === crc32 ? 'unchanged' : 'changed' };
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
      : orphans.filter(({ path }) => path.startsWith(`${folder}/`));
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
