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
  paletteSections(all, recent, query).map(({ title = 'Answers', commands }) =>
    [title, commands.map(({ id }) => id).join(' ')].join(': '),
  );

describe('what the palette shows', () => {
  test('is everything in its groups, what was run lately before it and once', () => {
    expect(shown([], '')).toEqual(['Go to: go', 'Datasets: one two']);
    expect(shown(['two', 'gone'], ' ')).toEqual(['Recent: two', 'Go to: go', 'Datasets: one']);
  });

  test('is what answers to the letters typed, the best first, and of equals the recent one', () => {
    expect(shown([], 'lib')).toEqual(['Answers: one']);
    expect(shown([], 'team')).toEqual(['Answers: one two']);
    expect(shown(['two'], 'team')).toEqual(['Answers: two one']);
    expect(shown([], 'nothing')).toEqual([]);
  });

  test('is found by its group too, after those that have the word in their name', () => {
    expect(shown([], 'datasets')).toEqual(['Answers: go one two']);
  });

  test('is no more than a list can show, out of thousands', () => {
    const many = Array.from({ length: 2000 }, (_, place) => command(`${place}`, `Set ${place}`));
    expect(paletteSections(many, [], 'set')[0]?.commands).toHaveLength(MATCHES_MAX);
  });
});
