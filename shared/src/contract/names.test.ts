import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

import { datasetSchema } from './datasets.ts';
import { showsNothing, shownName } from './names.ts';
import { nameSchema } from './text.ts';

const typed = nameSchema('Dataset name');
const OVERRIDE = '\u202e';

describe('S13: a typed name', () => {
  test.each([
    ['line breaks', 'Rea\r\nders\u2028\u2029\u0085'],
    ['control characters', '\u0007Rea\u001b\u007fders\t'],
    ['white space around it', '  Readers\u00a0 '],
    ['isolates, which are added when it is shown', '\u2068Readers\u2069'],
  ])('loses %s', (_, name) => {
    expect(v.parse(typed, name)).toBe('Readers');
  });

  test.each([
    '',
    '  ',
    '\u200b',
    '\u200b \u2060\ufeff',
    OVERRIDE,
    '\u3164',
    '\u2800',
    '\u00ad',
    '\n',
  ])('that shows nothing is refused: %j', (name) => {
    const { issues } = v.safeParse(typed, name);
    expect(issues?.map(({ message }) => message)).toEqual(['Dataset name is required']);
  });

  test.each(['קוראים', 'می‌خواهم', '👩‍💻', 'a\u0301', '.', `${OVERRIDE}fdp.exe`])(
    'of any script is kept: %s',
    (name) => {
      expect(v.parse(typed, name)).toBe(name);
      expect(showsNothing(name)).toBe(false);
    },
  );
});

describe('S13: a shown name', () => {
  test.each(['Readers', 'קוראים', '👩‍💻'])('of plain text is as it is stored: %s', (name) => {
    expect(shownName(name)).toBe(name);
  });

  test.each(['\u202a', '\u202b', '\u202d', OVERRIDE, '\u200e', '\u200f', '\u061c'])(
    'with a change of direction is isolated: %j',
    (direction) => {
      expect(shownName(`a${direction}b`)).toBe(`\u2068a${direction}b\u2069`);
    },
  );

  test('cannot end its isolate, and is isolated once', () => {
    const shown = shownName(`\u2069${OVERRIDE}a\u2029b\u2067`);
    expect(shown).toBe(`\u2068${OVERRIDE}ab\u2069`);
    expect(shownName(shown)).toBe(shown);
  });

  test('is what a response is parsed to', () => {
    const stored = { id: '6f0d3a5e-2f0b-4a35-9c3d-0a8d7c3f1b11', name: `a\n${OVERRIDE}b` };
    expect(v.parse(datasetSchema, stored).name).toBe(`\u2068a${OVERRIDE}b\u2069`);
  });
});
