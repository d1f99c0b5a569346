import { makeUser } from '@carrel/shared/testing';
import { describe, expect, test } from 'vitest';

import { fullNameOf, initialsOf } from './person.ts';

describe('a user in the sidebar', () => {
  test.each([
    ['Ada Lovelace', 'AL'],
    ['ada  king noel lovelace', 'AK'],
    ['Ada', 'A'],
    ['𝒜da ålesund', '𝒜Å'],
    ['', ''],
    ['\u2068\u202eada\u2069 \u200fbyron', 'AB'],
  ])('%s has the initials %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  test('has a name even where one part of it is missing', () => {
    expect(fullNameOf(makeUser({ last_name: '' }))).toBe('Ada');
  });
});
