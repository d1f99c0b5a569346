import { expect, test } from 'vitest';

import { cleanMetadata } from './clean-metadata.ts';
import { frontMatterOf } from './front-matter.ts';

const read = (yaml: string) => Object.fromEntries(frontMatterOf(`---\n${yaml}\n---\n# Text\n`));

test('front matter is read as YAML', () => {
  expect(
    read(
      'title: "A: b"\nauthor: Ann\ndate: 2026-01-02\ntags:\n  - a\n  - b\ndraft: true\ncount: 3\nabout: >\n  folded\n  text\nlist: [x, "y, z"]',
    ),
  ).toEqual({
    title: 'A: b',
    author: 'Ann',
    date: '2026-01-02',
    tags: ['a', 'b'],
    draft: true,
    count: 3,
    about: 'folded text\n',
    list: ['x', 'y, z'],
  });
});

test('Windows line ends and a byte order mark are read', () => {
  expect(frontMatterOf('\ufeff---\r\na: 1\r\n---\r\nText')).toEqual([['a', 1]]);
});

test.each([
  ['no front matter', '# Text'],
  ['a rule', '---\n\na: 1\n---\n'],
  ['no end', '---\na: 1\n'],
  ['text between rules', '---\nJust text\n---\n'],
  ['an error', '---\na: [1\n---\n'],
  ['an alias bomb', `---\na: &a [1]\nb: [*a, *a]\n---\n`],
  ['deep nesting', `---\na: ${'['.repeat(20_000)}\n---\n`],
])('%s has none', (_, text) => {
  expect(cleanMetadata(frontMatterOf(text))).toEqual({});
});

test('keys of objects stay names', () => {
  const read = frontMatterOf('---\n__proto__: {admin: true}\na: 1\n---\n');
  expect(read).toContainEqual(['a', 1]);
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
});
