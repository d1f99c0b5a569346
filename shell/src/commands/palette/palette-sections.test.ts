import { describe, expect, test } from 'vitest';

import { MATCHES_MAX, paletteSections } from './palette-sections.ts';
import type { PaletteCommand } from './palette-sections.ts';

const command = (id: string, label: string, group = 'Datasets'): PaletteCommand => ({
  id,
  label,
  group,
  run: () => undefined,
});
const all = [
  command('go', 'Datasets', 'Go to'),
  command('one', 'Team library'),
  command('two', 'Team archive'),
];
const shown = (recent: string[], query: string) =>
  paletteSections(all, recent, query).map(({ title = 'Matches', commands }) =>
    [title, commands.map(({ id }) => id).join(' ')].join(': '),
  );

describe('what the palette shows', () => {
  test('is all commands in their groups, with recent ones first and only once', () => {
    expect(shown([], '')).toEqual(['Go to: go', 'Datasets: one two']);
    expect(shown(['two', 'gone'], ' ')).toEqual(['Recent: two', 'Go to: go', 'Datasets: one']);
  });

  test('is the matches for a query, the best first, and of equal ones the recent one', () => {
    expect(shown([], 'lib')).toEqual(['Matches: one']);
    expect(shown([], 'team')).toEqual(['Matches: one two']);
    expect(shown(['two'], 'team')).toEqual(['Matches: two one']);
    expect(shown([], 'nothing')).toEqual([]);
  });

  test('includes matches by group, after matches by name', () => {
    expect(shown([], 'datasets')).toEqual(['Matches: go one two']);
  });

  test('is limited to what a list can show, out of thousands', () => {
    const many = Array.from({ length: 2000 }, (_, place) => command(`${place}`, `Set ${place}`));
    expect(paletteSections(many, [], 'set')[0]?.commands).toHaveLength(MATCHES_MAX);
  });
});
