import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

import { descriptionSchema, nameSchema } from './text.ts';

const name = nameSchema('Dataset name');

describe('the length of a text', () => {
  test.each([
    ['letters', 'n'],
    ['letters written from right to left', 'ש'],
    ['emoji', '🦉'],
    ['letters of a rare script', '𐍈'],
  ])('is counted in characters: 100 %s are a name, 101 are too many', (_, character) => {
    expect(v.parse(name, character.repeat(100))).toBe(character.repeat(100));
    const { issues } = v.safeParse(name, character.repeat(101));
    expect(issues?.map(({ message }) => message)).toEqual([
      'Dataset name must be less than 100 characters',
    ]);
  });

  test('of a description is counted in the same way', () => {
    expect(v.is(descriptionSchema, '🦉'.repeat(500))).toBe(true);
    expect(v.is(descriptionSchema, '🦉'.repeat(501))).toBe(false);
  });
});
