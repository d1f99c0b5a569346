import { makeBlocks } from '@carrel/shared/testing';
import { expect, test } from 'vitest';

import { findMatches, MATCHES_MAX } from './find-matches.ts';

/** What is found, as it is written in the text. */
function found(sought: string, ...texts: string[]): string[] {
  const blocks = makeBlocks(...texts.map((text) => ({ text })));
  const whole = texts.join('\n\n');
  return findMatches(blocks, sought).map(({ start, end }) => whole.slice(start, end));
}

test.each([
  ['cafe', ['Café', 'CAFE', 'cafe\u0301 noir'], ['Café', 'CAFE', 'cafe\u0301']],
  ['Straße', ['die straße'], ['straße']],
  ['fi', ['o\ufb01ce fine'], ['\ufb01', 'fi']],
  ['two words', ['two\nwords', 'two  words'], ['two\nwords']],
  ['日本', ['in 日本語 und 😀日本'], ['日本', '日本']],
  ['a', ['ä 😀 A'], ['ä', 'A']],
  ['.*', ['a.*b', 'ab'], ['.*']],
  ['  ', ['a  b'], []],
  ['none', ['text'], []],
])('%j in %j is %j', (sought, texts, expected) => {
  expect(found(sought, ...texts)).toEqual(expected);
});

test('matches do not overlap, and their number has a limit', () => {
  expect(found('aa', 'aaaa')).toHaveLength(2);
  expect(found('a', 'a'.repeat(MATCHES_MAX + 1))).toHaveLength(MATCHES_MAX);
});
