import { describe, expect, test } from 'vitest';

import { readMarkdown } from './read-markdown.ts';

const textOf = (text: string, options = {}) =>
  readMarkdown(text, options).map(({ text: line }) => line);

test('empty cells keep the columns of a table, in details too', () => {
  const table = '| a | b | c |\n|--|--|--|\n| 1 |  | 3 |\n|  | x \\| y | |\n';
  const rows = 'a | b | c\n1 |  | 3\n | x | y';
  expect(textOf(`${table}\n<details><summary>More</summary>\n\n${table}\n</details>`)).toEqual([
    rows,
    'More',
    rows,
  ]);
});

test('a footnote stands after the paragraph that refers to it', () => {
  expect(
    textOf('One[^n] word.\n\nTwo.\n\n[^n]: The note\n    goes on.\n\n[^unused]: Another.\n'),
  ).toEqual(['One[n] word.', '[n] The note goes on.', 'Two.', '[unused] Another.']);
});

test('front matter in YAML and in TOML is left out, a rule is not', () => {
  expect(textOf('---\na: 1\n---\nText')).toEqual(['Text']);
  expect(textOf('+++\na = 1\n+++\r\nText')).toEqual(['Text']);
  expect(textOf('---\n\nOne\n\n---\nTwo')).toEqual(['One', 'Two']);
});

test('formulas, links of wikis and their comments are read as they are shown', () => {
  expect(
    textOf(
      'Let $a_1 * b_2$ cost $5 or $6. [[Page|label]] [[Other]] %%gone%%\n\n$$\nx_1 * y * z\n$$',
    ),
  ).toEqual(['Let $a_1 * b_2$ cost $5 or $6. label Other', 'x_1 * y * z']);
});

test('text in angle brackets that is no HTML stays', () => {
  expect(textOf('Vec<Item> and <your-token> and <b>bold</b> <!-- gone -->')).toEqual([
    'Vec<Item> and <your-token> and bold',
  ]);
});

test('lists keep their numbers, tasks and code', () => {
  expect(textOf('3. c\n4. d\n   ```\n   x\n     y\n   ```\n   - [x] done')).toEqual([
    '3. c\n4. d\n  x\n    y\n  - [x] done',
  ]);
});

test('boxes have their kind or their title', () => {
  expect(textOf('> [!NOTE]\n> Text\n\n> [!tip]- Title\n> Text')).toEqual([
    'Note\nText',
    'Title\nText',
  ]);
});

test('MDX keeps what is in components, and its code', () => {
  expect(
    textOf(
      'import A from "a"\nexport const x = {\n  a: 1\n}\n\n# H\n\n<Tab label="One">\n\nText {/* gone */}\n\n</Tab>\n\n```\nimport y\n<B/>\n```\n',
      { isMdx: true },
    ),
  ).toEqual(['H', 'One', 'Text', 'import y\n<B/>']);
});

describe('a hostile text is read in a linear time', () => {
  test.each<[string, string]>([
    ['quotes in quotes', '>'.repeat(50_000)],
    ['brackets', '['.repeat(20_000)],
    ['wiki links', '![['.repeat(20_000)],
    ['dollars', '$a '.repeat(20_000)],
    ['formulas that do not end', '$$\na\n\n'.repeat(10_001)],
    ['emphasis', '**a *b '.repeat(10_000)],
    ['tags', '<a '.repeat(20_000)],
    [
      'notes',
      Array.from({ length: 5000 }, (_, at) => `a[^${at}]\n\n[^${at}]: b[^${at}]\n`).join('\n'),
    ],
  ])('%s', { timeout: 20_000 }, (_, text) => {
    expect(textOf(`first\n\n${text}`)[0]).toBe('first');
  });
});
