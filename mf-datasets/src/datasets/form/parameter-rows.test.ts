import { expect, test } from 'vitest';

import { keyFault, rowsIn, withRows } from './parameter-rows.ts';

test.each([
  ['{"team":"ops"}', [{ key: 'team', value: 'ops' }]],
  ['{"year":1890}', [{ key: 'year', value: '1890' }]],
  ['{"year":"1890"}', [{ key: 'year', value: '"1890"' }]],
  [
    '{"open":true,"by":null}',
    [
      { key: 'open', value: 'true' },
      { key: 'by', value: 'null' },
    ],
  ],
  ['{"tags":["a","b"]}', [{ key: 'tags', value: '["a","b"]' }]],
  ['{"chunk_size":800}', []],
  ['{"chunk_size":"800"}', [{ key: 'chunk_size', value: '"800"' }]],
  ['', []],
  ['{', null],
  ['[1]', null],
])('of %s the rows are what a person types, and become the same again', (text, rows) => {
  expect(rowsIn(text)).toEqual(rows);
  if (rows === null) return;
  expect(JSON.parse(withRows(text, rows) || '{}')).toEqual(JSON.parse(text || '{}'));
});

test('rows stand beside the sizes of chunks, and an empty row is left out', () => {
  const rows = [
    { key: 'team', value: 'ops' },
    { key: '', value: '' },
  ];
  expect(JSON.parse(withRows('{"chunk_size": 800, "old": 1}', rows))).toEqual({
    chunk_size: 800,
    team: 'ops',
  });
  expect(withRows('', [{ key: '', value: '' }])).toBe('');
});

test('a number that would be rounded stays the text that was typed', () => {
  const text = withRows('', [{ key: 'id', value: '9007199254740993' }]);
  expect(JSON.parse(text)).toEqual({ id: '9007199254740993' });
});

test('a key says what is wrong with it', () => {
  const rows = [
    { key: 'team', value: 'ops' },
    { key: 'team', value: 'law' },
    { key: '', value: 'x' },
    { key: '', value: '' },
    { key: 'chunk_size', value: '5' },
  ];
  expect(rows.map((_, at) => keyFault(rows, at))).toEqual([
    undefined,
    'This key is there twice',
    'Type a key',
    undefined,
    'This key has a field of its own above',
  ]);
});
