import { expect, test } from 'vitest';

import { isFolderExcluded, isLeftOut } from './filter.ts';
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

test('a pattern of a folder leaves out what is in it, and includes it', () => {
  const filter = { include: [], exclude: ['drafts'], sizeMax: null };
  expect(isLeftOut(filter, { path: 'a/drafts/b/c.txt' })).toBe(true);
  expect(isLeftOut(filter, { path: 'a/drafts.txt' })).toBe(false);
  expect(isFolderExcluded(filter, 'a/drafts')).toBe(true);
  const included = { include: ['docs', '*.md'], exclude: [], sizeMax: 5 };
  expect(isLeftOut(included, { path: 'docs/a.txt', size: 5 })).toBe(false);
  expect(isLeftOut(included, { path: 'other/a.md', size: 6 })).toBe(true);
  expect(isLeftOut(included, { path: 'other/a.txt' })).toBe(true);
  expect(isFolderExcluded(included, 'other')).toBe(false);
});
