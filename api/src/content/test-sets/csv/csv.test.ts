import { describe, expect, test } from 'vitest';

import { Problem } from '../../../platform/http/problem.ts';
import { parseCsv } from './parse-csv.ts';
import { readQuestions } from './read-questions.ts';
import { neutralized, withoutApostrophe, writeCsv } from './write-csv.ts';

const HANDBOOK = { id: '0b0e7f4e-0000-4000-8000-000000000001', name: 'Handbook' };

const fileOf = (dataset: string) => `query,dataset,path\nq,${dataset},a.txt`;

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells);

function refusal(file: string, datasets = [HANDBOOK]): string[] {
  try {
    readQuestions(file, datasets);
  } catch (error) {
    if (error instanceof Problem) return (error.issues ?? []).map(({ message }) => message);
  }
  return [];
}

describe('a CSV file', () => {
  test.each([
    ['commas', 'a,b\r\n1,2\r\n'],
    ['semicolons', 'a;b\n1;2'],
    ['tabs and a byte order mark', '\uFEFFa\tb\n1\t2\n\n'],
  ])('is read with %s', (_, text) => {
    expect(cellsOf(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  test('may have delimiters, quotes and line breaks in quotes, and empty cells', () => {
    expect(cellsOf('a,b,c\n"1,2","say ""hi""\nthere",\n,,')).toEqual([
      ['a', 'b', 'c'],
      ['1,2', 'say "hi"\nthere', ''],
      ['', '', ''],
    ]);
  });

  test('has the line of each record, also behind line breaks in quotes', () => {
    expect(parseCsv('a\n"1\r\n2"\n3').map(({ line }) => line)).toEqual([1, 2, 4]);
  });

  test.each([
    ['Line 2: a quote is not closed.', 'a\n"1'],
    ['Line 1: something follows a closing quote.', '"a"b\n1'],
  ])('is refused: %s', (message, text) => {
    expect(() => parseCsv(text)).toThrow(message);
  });

  test('is written so that it is read as it was', () => {
    const records = [['=1+1', "'=x", "it's", 'a"b', 'two\nlines', '-', '@', '']];
    const read = cellsOf(writeCsv(records)).map((cells) => cells.map(withoutApostrophe));
    expect(read).toEqual(records);
  });

  test.each(['=HYPERLINK("x")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'holds no formula: %j',
    (text) => {
      expect(neutralized(text)).toBe(`'${text}`);
    },
  );
});

describe('a file of questions', () => {
  test('has a line for each answer, in columns of any order', () => {
    const file = [
      'Grade,path,dataset,query,passage',
      '3,a.txt,Handbook,how long?,Two  years',
      `,b.txt,${HANDBOOK.id.toUpperCase()},how long?,`,
      '1,c.txt,Handbook,who?,',
    ].join('\n');
    const datasetId = HANDBOOK.id;
    expect(readQuestions(file, [HANDBOOK])).toEqual([
      {
        query: 'how long?',
        answers: [
          { datasetId, path: 'a.txt', passage: 'Two years', grade: 3 },
          { datasetId, path: 'b.txt', passage: '', grade: 1 },
        ],
      },
      { query: 'who?', answers: [{ datasetId, path: 'c.txt', passage: '', grade: 1 }] },
    ]);
  });

  test('has verdicts, and questions with nothing else', () => {
    const file = [
      'query,dataset,path,verdict',
      'how?,,,wrong',
      'who?,Handbook,c.txt,right',
      'who?,Handbook,d.txt,',
    ].join('\n');
    expect(readQuestions(file, [HANDBOOK])).toMatchObject([
      { query: 'how?', verdict: 'wrong', answers: [] },
      { query: 'who?', verdict: 'right', answers: [{ path: 'c.txt' }, { path: 'd.txt' }] },
    ]);
  });

  test('names each line whose verdict is wrong, or does not replace an answer', () => {
    const file = [
      'query,dataset,path,passage,verdict',
      'q,Handbook,a.txt,,fine',
      'q,,,,',
      'q,,a.txt,,right',
      'q,,,Two years,right',
    ].join('\n');
    expect(refusal(file)).toEqual([
      'Line 2: the verdict must be right or wrong.',
      'Line 3: a dataset is required.',
      'Line 4: a dataset is required.',
      'Line 5: a dataset is required.',
    ]);
  });

  test('names each line that is wrong', () => {
    const file = [
      'query,dataset,path,passage,grade',
      'q,Handbook,a.txt,,4',
      ',Handbook,a.txt,,1',
      '"two',
      'lines",Nowhere,a.txt,,1',
      'q,Handbook,,,1',
      'q,Handbook,a.txt,,1,extra',
    ].join('\n');
    expect(refusal(file)).toEqual([
      'Line 2: the grade must be 1, 2 or 3.',
      'Line 3: Query is required.',
      'Line 4: there is no dataset "Nowhere".',
      'Line 6: the path of a document is required.',
      'Line 7: there are more cells than columns.',
    ]);
  });

  test.each([
    ['', 'Missing: query, dataset, path.'],
    ['question,dataset,path', 'Missing: query.'],
  ])('needs the names of its columns: "%s"', (file, message) => {
    expect(refusal(file)[0]).toContain(message);
  });

  test('needs the ID of a dataset whose name another one has', () => {
    const other = { ...HANDBOOK, id: '0b0e7f4e-0000-4000-8000-000000000002' };
    expect(refusal(fileOf('Handbook'), [HANDBOOK, other])).toEqual([
      'Line 2: several datasets are called "Handbook". Use the ID.',
    ]);
    expect(readQuestions(fileOf(other.id), [HANDBOOK, other])).toHaveLength(1);
  });
});
