import type { Command } from '@carrel/shared/shell';

import { fuzzyScore } from './fuzzy-score.ts';

/** How many of a group are shown before anything is typed. */
const GROUP_MAX = 6;
/** How many matches are shown for a query. */
export const MATCHES_MAX = 50;
/** Added to the score of a recent command, just enough to win over an equal match. */
const RECENT_BONUS = 5;

export type PaletteCommand = Command & { run: () => void };

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
        named > 0 ? named : fuzzyScore([label, ...keywords, group].join(' '), query) / 2;
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
  const others = commands.filter(({ id }) => !recent.includes(id));
  const groups = [...Map.groupBy(others, ({ group }) => group)].map(([title, members]) => ({
    title,
    commands: members.slice(0, GROUP_MAX),
  }));
  return recentOnes.length === 0 ? groups : [{ title: 'Recent', commands: recentOnes }, ...groups];
}
