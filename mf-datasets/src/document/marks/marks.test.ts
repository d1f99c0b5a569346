import { describe, expect, test } from 'vitest';

import { segmentsOf } from './marks.ts';
import type { Marks } from './marks.ts';

const none: Marks = { chunk: undefined, matches: [], current: 0 };

/** Segments as text: `[chunk]`, `{found}`, `<shown>`. */
function drawn(text: string, start: number, marks: Partial<Marks>): string {
  return segmentsOf(text, start, { ...none, ...marks })
    .map(({ text, isChunk, match }) => {
      const found = match === undefined ? text : match === 'current' ? `<${text}>` : `{${text}}`;
      return isChunk ? `[${found}]` : found;
    })
    .join('');
}

describe('a text that starts at 100', () => {
  test('is one segment without marks', () => {
    expect(segmentsOf('one two', 100, none)).toEqual([
      { text: 'one two', start: 100, isChunk: false, match: undefined },
    ]);
  });

  test.each([
    [{ chunk: { start: 100, end: 103 } }, '[one] two three'],
    [{ chunk: { start: 0, end: 500 } }, '[one two three]'],
    [{ chunk: { start: 104, end: 500 } }, 'one [two three]'],
    [{ chunk: { start: 0, end: 100 } }, 'one two three'],
    [
      {
        matches: [
          { start: 90, end: 95 },
          { start: 104, end: 107 },
          { start: 108, end: 110 },
          { start: 200, end: 210 },
        ],
        current: 1,
      },
      'one <two> {th}ree',
    ],
    [
      { chunk: { start: 102, end: 106 }, matches: [{ start: 104, end: 107 }], current: 3 },
      'on[e ][{tw}]{o} three',
    ],
  ])('with %j is %s', (marks, expected) => {
    expect(drawn('one two three', 100, marks)).toBe(expected);
  });
});
