import type { Command } from '@carrel/shared/shell';
import type { ReactNode } from 'react';

import { GO_TO } from '../../remotes/entries/declared-commands.ts';
import { fuzzyScore, wordsScore } from './fuzzy-score.ts';

/** How many of a group are shown before anything is typed. */
const GROUP_MAX = 6;
/** How many screens: those of remotes are among them. */
const SCREENS_MAX = 20;
/** How many matches are shown for a query. */
export const MATCHES_MAX = 50;
/** Added to the score of a recent command, just enough to win over an equal match. */
const RECENT_BONUS = 5;

/** Matches that stay above the documents that were found. */
const FIRST_MATCHES = 6;

export interface PaletteCommand extends Command {
  run: () => void;
  /** Said at its end, such as the dataset of a document. */
  detail?: string;
  /** A second line: what was found. */
  passage?: ReactNode;
  /** Only shown where it matches what is typed, or was run lately. */
  typedOnly?: boolean;
}

export interface PaletteSection {
  /** Absent above matches, which are sorted by score. */
  title?: string;
  commands: readonly PaletteCommand[];
}

function matching(
  commands: readonly PaletteCommand[],
  recent: readonly string[],
  query: string,
): PaletteCommand[] {
  return commands
    .map((command) => {
      const { id, label, keywords = [], group } = command;
      const named = fuzzyScore(label, query);
      const score =
        named > 0 ? named : wordsScore([label, ...keywords, group].join(' '), query) / 2;
      return { command, score: score > 0 && recent.includes(id) ? score + RECENT_BONUS : score };
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MATCHES_MAX)
    .map(({ command }) => command);
}

/** Returns what the palette shows: the matches for a query, or without one the recent commands and then all. */
export function paletteSections(
  commands: readonly PaletteCommand[],
  recent: readonly string[],
  query: string,
): PaletteSection[] {
  if (query.trim() !== '') {
    const matches = matching(commands, recent, query);
    return matches.length === 0 ? [] : [{ commands: matches }];
  }
  const recentOnes = recent.flatMap((id) => commands.filter((command) => command.id === id));
  const others = commands.filter(({ id, typedOnly }) => !recent.includes(id) && typedOnly !== true);
  const groups = [...Map.groupBy(others, ({ group }) => group)].map(([title, members]) => ({
    title,
    commands: members.slice(0, title === GO_TO ? SCREENS_MAX : GROUP_MAX),
  }));
  return recentOnes.length === 0 ? groups : [{ title: 'Recent', commands: recentOnes }, ...groups];
}

/** Adds the documents that were found: after the best matches, before the others. */
export function withFound(
  sections: readonly PaletteSection[],
  found: readonly PaletteSection[],
): PaletteSection[] {
  const [matches, ...rest] = sections;
  if (matches === undefined || found.length === 0) return [...sections, ...found];
  const others = matches.commands.slice(FIRST_MATCHES);
  return [
    { ...matches, commands: matches.commands.slice(0, FIRST_MATCHES) },
    ...found,
    ...(others.length === 0 ? [] : [{ title: 'More commands', commands: others }]),
    ...rest,
  ];
}
