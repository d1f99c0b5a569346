import { makeUser } from '@carrel/shared/testing';
import { describe, expect, test } from 'vitest';

import { fullNameOf, initialsOf, shownEmailOf } from './person.ts';

describe('a person in the sidebar', () => {
  test.each([
    ['Ada Lovelace', 'AL'],
    ['ada  king noel lovelace', 'AK'],
    ['Ada', 'A'],
    ['𝒜da ålesund', '𝒜Å'],
    ['', ''],
  ])('%s has the initials %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  test('is shown with the first flagged address, else the first, else "No email"', () => {
    const one: [string, boolean] = ['one@example.com', false];
    const two: [string, boolean] = ['two@example.com', true];
    expect(shownEmailOf(makeUser({ email_addresses: [one, two] }))).toBe('two@example.com');
    expect(shownEmailOf(makeUser({ email_addresses: [one] }))).toBe('one@example.com');
    expect(shownEmailOf(makeUser({ email_addresses: [] }))).toBe('No email');
  });

  test('has a name even where one part of it is missing', () => {
    expect(fullNameOf(makeUser({ last_name: '' }))).toBe('Ada');
  });
});
