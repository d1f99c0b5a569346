import { expect, test } from 'vitest';

import { matchesOneOf } from './glob.ts';

test.each([
  ['*.pdf', 'a.pdf', true],
  ['*.pdf', 'deep/er/A.PDF', true],
  ['*.pdf', 'a.pdf.txt', false],
  ['docs/**', 'docs/a/b.md', true],
  ['docs/**', 'other/docs/a.md', false],
  ['docs/*.md', 'docs/a/b.md', false],
  ['**/draft/*', 'a/b/draft/c.txt', true],
  ['drafts/', 'drafts/a/b.txt', true],
  ['/docs/a?.md', 'docs/ab.md', true],
  ['a**b', 'axxb', true],
  ['Ü*', 'über.txt', true],
  ['', 'a', false],
])('the pattern %s and the path %s: %s', (pattern, path, expected) => {
  expect(matchesOneOf([pattern], path)).toBe(expected);
});

test('a hostile pattern takes no time that grows beyond its length', () => {
  const pattern = `${'*a'.repeat(240)}b`;
  expect(matchesOneOf([pattern], 'a'.repeat(900))).toBe(false);
  expect(matchesOneOf(['**/'.repeat(150) + 'x'], 'a/'.repeat(400) + 'y')).toBe(false);
});
