import { ENTRY_OUTCOMES } from '@carrel/shared/contract';
import type { ArchiveReceipt, EntryOutcome } from '@carrel/shared/contract';
import type { PathOutcome } from '@carrel/shared/packing';

import { EXIT } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';

/** Paths with what became of them, and how many of each. */
export interface Outcomes {
  counts: Record<EntryOutcome, number>;
  entries: readonly PathOutcome[];
}

/** A document that was not processed. */
export interface FailedDocument {
  path: string;
  error: string;
}

/** What a command did; as JSON, this is what `--json` prints. */
export interface CommandOutcome {
  dataset: { id: string; name: string };
  plan?: Outcomes & { notes: readonly string[] };
  /** Ids of the archives that were sent. */
  archives: string[];
  /** What they did, and what was refused before. */
  receipt?: Outcomes;
  failed: FailedDocument[];
  exit_code: ExitCode;
}

export function outcomesOf(entries: readonly PathOutcome[]): Outcomes {
  const counts = Object.fromEntries(ENTRY_OUTCOMES.map((outcome) => [outcome, 0])) as Record<
    EntryOutcome,
    number
  >;
  for (const { outcome } of entries) counts[outcome] += 1;
  return { counts, entries };
}

/** Returns what several archives did together: a later one names what an earlier one brought as unchanged. */
export function joinReceipts(
  receipts: readonly Pick<ArchiveReceipt, 'entries'>[],
  refused: readonly PathOutcome[],
): Outcomes {
  const entries = new Map<string, PathOutcome>();
  for (const each of receipts.flatMap((receipt) => receipt.entries)) {
    const isRepeated = each.outcome === 'unchanged' && entries.has(each.path);
    if (!isRepeated) entries.set(each.path, each);
  }
  // Of two names that are one path, one may be refused and the other one taken.
  return outcomesOf([...entries.values(), ...refused]);
}

/** Returns the exit code of what was done. */
export const exitCodeOf = (outcomes: Outcomes | undefined, failed: readonly FailedDocument[]) =>
  (outcomes?.counts.refused ?? 0) + failed.length > 0 ? EXIT.partly : EXIT.done;
