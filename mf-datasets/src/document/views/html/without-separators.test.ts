import { expect, test } from 'vitest';

import { withoutSeparators } from './without-separators.ts';

const shown = (kind: 'table' | 'list' | 'paragraph', text: string) =>
  withoutSeparators({ kind, text, start: 7 });

test('a page has neither bars between the cells of a table nor the signs of a list', () => {
  expect(shown('table', 'Day | Hours\nMonday | 9').text).toBe('Day   Hours\nMonday   9');
  expect(shown('list', '- books\n  2. maps - old').text).toBe('  books\n     maps - old');
});

test('other text keeps them, and every character keeps its place', () => {
  expect(shown('paragraph', '- a | b')).toEqual({ text: '- a | b', start: 7 });
  expect(shown('table', 'a | b').text).toHaveLength(5);
});
