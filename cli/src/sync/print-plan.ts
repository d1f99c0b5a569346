import type { EntryOutcome } from '@carrel/shared/contract';
import { outcomeNote } from '@carrel/shared/packing';
import type { PathOutcome } from '@carrel/shared/packing';

import type { SyncOptions } from '../command-context.ts';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';

/** Paths of one outcome that are listed without --verbose. */
const LISTED = 20;

const SIGNS: Record<EntryOutcome, string> = {
  added: '+',
  changed: '~',
  unchanged: '=',
  refused: '!',
  removed: '-',
};

interface Outcomes {
  counts: Readonly<Record<EntryOutcome, number>>;
  entries: readonly PathOutcome[];
}

/** Lists paths by their outcome. What is unchanged is only counted. */
export function listOutcomes({ counts, entries }: Outcomes, isVerbose: boolean): string {
  const lines: string[] = [];
  for (const outcome of ['added', 'changed', 'removed', 'refused', 'unchanged'] as const) {
    if (outcome === 'unchanged' && !isVerbose) continue;
    const paths = entries.filter((entry) => entry.outcome === outcome);
    const shown = isVerbose ? paths : paths.slice(0, LISTED);
    for (const entry of shown) lines.push(`  ${SIGNS[outcome]} ${describe(entry)}`);
    const left = paths.length - shown.length;
    if (left > 0) lines.push(`    and ${left.toLocaleString('en-US')} more ${outcome}`);
  }
  return [...lines, countsText(counts)].join('\n');
}

/** Returns counts in one line. */
const countsText = (counts: Outcomes['counts']): string =>
  (['added', 'changed', 'unchanged', 'refused', 'removed'] as const)
    .map((outcome) => `${counts[outcome].toLocaleString('en-US')} ${outcome}`)
    .join(', ');

function describe(entry: PathOutcome): string {
  const note = outcomeNote(entry, printable);
  return `${printable(entry.path)}${note === '' ? '' : `: ${printable(note)}`}`;
}

interface Plan extends Outcomes {
  notes: readonly string[];
}

/** Says what will be done; where nothing else is asked for, that is the result. */
export function printPlan(
  terminal: Terminal,
  plan: Plan,
  { isVerbose, isDryRun, isJson }: Pick<SyncOptions, 'isVerbose' | 'isDryRun' | 'isJson'>,
): void {
  const lines = ['Plan:', listOutcomes(plan, isVerbose), ...plan.notes.map(printable)].join('\n');
  if (isDryRun && !isJson) terminal.result(lines);
  else terminal.say(lines);
}
