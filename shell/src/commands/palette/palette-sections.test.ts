import { describe, expect, test } from 'vitest';

import { MATCHES_MAX, paletteSections, withFound } from './palette-sections.ts';
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

  test('leaves out settings until they match, or were run lately', () => {
    const setting = { ...command('keys', 'Passkeys', 'Account'), typedOnly: true };
    const idsOf = (recent: string[], query: string) =>
      paletteSections([setting], recent, query).flatMap(({ commands }) =>
        commands.map(({ id }) => id),
      );
    expect(idsOf([], '')).toEqual([]);
    expect(idsOf(['keys'], '')).toEqual(['keys']);
    expect(idsOf([], 'passk')).toEqual(['keys']);
  });

  test('has no match by letters that are scattered over keywords', () => {
    const setting = {
      ...command('sso', 'Single sign-on'),
      keywords: ['identity provider', 'oidc'],
    };
    expect(paletteSections([setting], [], 'idp')).toEqual([]);
    expect(paletteSections([setting], [], 'provider')).toHaveLength(1);
  });

  test('has what was found after the best matches, and the other matches after it', () => {
    const many = Array.from({ length: 8 }, (_, place) => command(`${place}`, `Set ${place}`));
    const found = [{ title: 'Documents', commands: [command('found', 'Settings.md')] }];
    const sections = withFound(paletteSections(many, [], 'set'), found);
    expect(sections.map(({ title, commands }) => [title, commands.length])).toEqual([
      [undefined, 6],
      ['Documents', 1],
      ['More commands', 2],
    ]);
    expect(withFound([], found)).toEqual(found);
    expect(withFound(paletteSections(many, [], 'set'), [])).toHaveLength(1);
  });

  test('is limited to what a list can show, out of thousands', () => {
    const many = Array.from({ length: 2000 }, (_, place) => command(`${place}`, `Set ${place}`));
    expect(paletteSections(many, [], 'set')[0]?.commands).toHaveLength(MATCHES_MAX);
  });
});
