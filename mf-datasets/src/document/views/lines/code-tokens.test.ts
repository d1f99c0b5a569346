import { expect, test } from 'vitest';

import { codeTokens } from './code-tokens.ts';

const shown = (text: string, ending: string) =>
  codeTokens(text, ending).map(({ start, end, look }) => [text.slice(start, end), look]);

test('the tokens of code are in order, and say what they are', () => {
  expect(shown("const who = 'Ada'; // her\nwho(7)", 'ts')).toEqual([
    ['const', 'keyword'],
    ["'Ada'", 'string'],
    ['// her', 'comment'],
    ['who', 'name'],
    ['7', 'number'],
  ]);
});

test.each(['py', 'rs', 'sql', 'yml', 'mjs', 'tsx', 'kt', 'sh', 'css', 'toml', 'svg'])(
  'a file that ends with .%s has a language',
  (ending) => {
    expect(shown('# "1"\n<a href="x">if 1 {color: red}</a> select \'x\';', ending)).not.toEqual([]);
  },
);

test('an ending without a language has no tokens', () => {
  expect(codeTokens('const a = 1;', 'zig')).toEqual([]);
});

test('only the begin of a long text has tokens', () => {
  const tokens = codeTokens('let a = 1;\n'.repeat(20_000), 'js');
  expect(tokens.at(-1)?.end).toBeLessThanOrEqual(100_000);
  expect(tokens.length).toBeGreaterThan(10_000);
});
