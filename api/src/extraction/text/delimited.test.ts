import { expect, test } from 'vitest';

import { readDelimited } from './delimited.ts';

const read = (text: string, ending = 'csv') => readDelimited(text, ending)[0]?.text.split('\n');

test.each([
  [
    'semicolons beside decimal commas',
    'a;b\n1,5;2,5\n1,6;2,6',
    ['a | b', '1,5 | 2,5', '1,6 | 2,6'],
  ],
  [
    'commas beside semicolons in quotes',
    'a,b\n"x;y;z",1\n"u;v;w",2',
    ['a | b', 'x;y;z | 1', 'u;v;w | 2'],
  ],
  [
    'bars beside times',
    'at|what\n10:15:00|start\n10:16:00|end, late',
    ['at | what', '10:15:00 | start', '10:16:00 | end, late'],
  ],
  ['tabs beside commas', 'name\tcity\nA, B\tC, D\nE\tF', ['name | city', 'A, B | C, D', 'E | F']],
  [
    'semicolons below a title with commas',
    'Report, of, all\n\nDate;Total\n1;5\n2;6',
    ['Report, of, all', 'Date | Total', '1 | 5', '2 | 6'],
  ],
  ['commas in rows of numbers', '1,2,3\n4,5,6', ['1 | 2 | 3', '4 | 5 | 6']],
])('%s delimit cells', (_, text, lines) => {
  expect(read(text)).toEqual(lines);
});

test('a line that declares the delimiter is obeyed and left out', () => {
  expect(read('sep=;\r\nA, B;C\r\n')).toEqual(['A, B | C']);
  expect(read('sep=\t\na,b\tc,d')).toEqual(['a,b | c,d']);
});

test('files of tabs are split at tabs', () => {
  expect(read('a,b,c\td\ne,f,g\th', 'tsv')).toEqual(['a,b,c | d', 'e,f,g | h']);
});

test('a quote that nothing closes is a character', () => {
  const rows = 'Part\tSize\tStock\nPipe\t"3 inch\t12\nElbow\t2" bend\t7\nTee\t"4 inch\t9';
  expect(read(rows, 'tsv')).toEqual([
    'Part | Size | Stock',
    'Pipe | "3 inch | 12',
    'Elbow | 2" bend | 7',
    'Tee | "4 inch | 9',
  ]);
});

test('quotes hold delimiters, line breaks and doubled quotes', () => {
  expect(read('a,"b, c","d\ne"\n"say ""hi""","","""x"""')).toEqual([
    'a | b, c | d e',
    'say "hi" |  | "x"',
  ]);
  expect(read('"a","the 3" pipe","b"\n1,2,3')).toEqual(['a | the 3" pipe | b', '1 | 2 | 3']);
});

test('empty cells are kept, and rows may differ in length', () => {
  expect(read('a,b,c\n1,,3\n,,\n4')).toEqual(['a | b | c', '1 |  | 3', '4']);
});

test('hostile quotes take no longer than others', () => {
  const started = performance.now();
  read('"a,'.repeat(100_000));
  read('a,"b\n'.repeat(60_000));
  expect(performance.now() - started).toBeLessThan(5000);
});
