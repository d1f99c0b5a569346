import type { EntryOutcome, Manifest, ReceiptCounts } from '@carrel/shared/contract';

import type { ZipContents } from './read-central-directory.ts';

/** What becomes of a path. */
export interface PathOutcome {
  path: string;
  outcome: EntryOutcome;
  reason?: string | null | undefined;
}

/** What an upload will do to a dataset, as far as that is known before. */
export interface UploadPlan {
  counts: ReceiptCounts;
  entries: readonly PathOutcome[];
  /** Why the server will not take the archive at all. */
  refusal: string | undefined;
  /** Whether so much would be removed that it is confirmed by typing. */
  removesMuch: boolean;
}

/** The part of a dataset above which a removal is confirmed by typing. */
const MUCH = 0.1;

const UNKNOWN_BYTES =
  'The bytes of the present document are not known here. The server compares them.';

/** Compares a zip with the documents of a dataset: their path, size and checksum. */
export function planUpload(
  { files, refusal }: ZipContents,
  documents: Manifest['documents'],
  deleteOrphans: boolean,
): UploadPlan {
  const present = new Map(documents.map((document) => [document.path, document]));
  const entries: PathOutcome[] = files.map(({ path, size, crc32, fault }) => {
    const document = present.get(path);
    if (fault !== undefined) return { path, outcome: 'refused', reason: fault };
    if (document === undefined) return { path, outcome: 'added' };
    if (document.size !== size) return { path, outcome: 'changed' };
    if (document.crc32 === null) return { path, outcome: 'changed', reason: UNKNOWN_BYTES };
    return { path, outcome: document.crc32 === crc32 ? 'unchanged' : 'changed' };
  });
  if (deleteOrphans) {
    const kept = new Set(files.map((file) => file.path));
    for (const { path } of documents) {
      if (!kept.has(path)) entries.push({ path, outcome: 'removed' });
    }
  }
  const counts = countOutcomes(entries);
  return { counts, entries, refusal, removesMuch: counts.removed > documents.length * MUCH };
}

function countOutcomes(entries: readonly PathOutcome[]): ReceiptCounts {
  const counts = { added: 0, changed: 0, unchanged: 0, refused: 0, removed: 0 };
  for (const { outcome } of entries) counts[outcome] += 1;
  return { ...counts, total: entries.length };
}
