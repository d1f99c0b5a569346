import { describeEntry, refusalSentence } from './refusals.ts';
import type { EntryPath } from './refusals.ts';

/** Characters of the path that is shown of an entry whose own cannot be used. */
const SHOWN_MAX = 120;

const SAME_PATH =
  'Another file of the archive has the same path. Rename one of them and pack the archive again.';
const NAMELESS = 'This file has no name. Name it and pack the archive again.';

/** An entry of a zip: what its name says, and its kind. */
export interface NamedEntry {
  name: string;
  found: EntryPath;
  /** What is wrong with its kind, as that it is a link. */
  special: string | undefined;
  isFolder: boolean;
}

/** What becomes of an entry: a path, with a fault where it is refused alone, or the archive is refused. */
export type EntryOutcome =
  | {
      path: string;
      fault?: string;
      /** Whether the path of a refused entry is its own, and that of no other. */
      isAtPath?: true;
    }
  | { refused: string };

const alone = (name: string, fault: string): EntryOutcome => ({ path: shownPath(name), fault });

/**
 * Judges the entries of a zip, one after the other. What points out of the archive refuses the archive; an
 * entry that cannot be taken otherwise is refused alone, at a path that no other entry has.
 */
export function judgeEntries(): {
  judge: (entry: NamedEntry) => EntryOutcome;
  /** Returns the paths of refused entries that none of the others has; called after the last entry. */
  freePaths: (paths: readonly string[]) => string[];
} {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return {
    judge: ({ name, found, special, isFolder }) => {
      if ('fault' in found && found.escapes === true) {
        return { refused: refusalSentence(`${describeEntry(name)} ${found.fault}`) };
      }
      if (isFolder) return { path: 'path' in found ? found.path : '' };
      if ('fault' in found)
        return alone(name, `This file ${found.fault}. Rename it and pack the archive again.`);
      if (found.path === '') return alone(name, NAMELESS);
      if (taken.has(found.path)) return { path: found.path, fault: SAME_PATH };
      taken.add(found.path);
      return special === undefined
        ? found
        : { ...found, fault: `This file ${special}.`, isAtPath: true };
    },
    freePaths: (paths) => {
      for (const path of paths) if (!numbers.has(path)) numbers.set(path, taken.has(path) ? 2 : 1);
      return paths.map((path) => {
        for (let number = numbers.get(path) ?? 1; ; number += 1) {
          const free = number === 1 ? path : numbered(path, number);
          if (taken.has(free)) continue;
          taken.add(free);
          numbers.set(path, number + 1);
          return free;
        }
      });
    },
  };
}

function numbered(path: string, number: number): string {
  const dot = path.lastIndexOf('.');
  const end = dot > path.lastIndexOf('/') + 1 ? dot : path.length;
  return `${path.slice(0, end)} (${number})${path.slice(end)}`;
}

/** Returns a path that can be stored and shown, for a name that cannot. */
function shownPath(name: string): string {
  const shown = name
    .toWellFormed()
    .replace(/\p{C}/gu, '\ufffd')
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.')
    .join('/');
  if (shown === '') return '\ufffd';
  return shown.length <= SHOWN_MAX ? shown : `${shown.slice(0, SHOWN_MAX).replace(/\/$/, '')}…`;
}
