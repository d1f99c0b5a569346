import { describe, expect, test } from 'vitest';

import { Problem } from '../problem.ts';
import { parseJson } from './parse-json.ts';

/** Returns the status and the issues of a refusal. */
function refusalOf(text: string) {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [
      error.status,
      ...(error.issues ?? []).map(({ path, message }) => `${path}: ${message}`),
    ];
  }
}

const STORED = 'The text contains a character that cannot be stored';
const rounded = (number: string) =>
  `The number ${number} would change by being stored. Send it as a text`;

describe('a JSON text', () => {
  test.each([
    ['{"a":{"b":["x","y\\u0000"]}}', `a.b.1: ${STORED}: U+0000`],
    ['{"a":"\\ud83d"}', `a: ${STORED}: U+D83D, which is half of one`],
    ['{"a":"\\udfff\\ud800"}', `a: ${STORED}: U+DFFF, which is half of one`],
    ['["\\u0000"]', `0: ${STORED}: U+0000`],
    ['"\\u0000"', `: ${STORED}: U+0000`],
    ['{"a":{"b\\u0000":"x"}}', `a: The name of a field cannot be used. ${STORED}: U+0000`],
    ['{"a":[{"b":1},{"b":1,"c":2,"\\u0062":3}]}', 'a.1.b: The field is there twice'],
    ['{"__proto__":1,"__proto__":2}', '__proto__: The field is there twice'],
    ['[{"a":[[1e999]]}]', `0.a.0.0: ${rounded('1e999')}`],
    ['{"a":[0,-1e999]}', `a.1: ${rounded('-1e999')}`],
    ['[1e-400]', `0: ${rounded('1e-400')}`],
    ['[9007199254740993]', `0: ${rounded('9007199254740993')}`],
    ['[18446744073709551615]', `0: ${rounded('18446744073709551615')}`],
    ['[9007199254740993.0]', `0: ${rounded('9007199254740993.0')}`],
    ['[0.1234567890123456789]', `0: ${rounded('0.1234567890123456789')}`],
  ])('that would change is refused, and its field is named: %s', (text, issue) => {
    expect(refusalOf(text)).toEqual([422, issue]);
  });

  test.each([
    '[0,-0,-0.0,0e999,1.0,1e2,1E+2,-1.50,0.1,0.30000000000000004,0.10000000000000001]',
    '[9007199254740991,9007199254740992,12345678901234567000,1e23,1.7976931348623157e308,5e-324]',
    '["\\ud83d\\ude42","\\ufffe\\uffff","\\u0001","a\\\\u0000","\\"","\\ufffd"]',
    '{"a":{"b":1},"b":{"a":1,"b":{}},"":[[],{}]}',
    ' [ { "a" : null , "b" : true } ] ',
    '"1e999"',
  ])('whose values stay is read: %s', (text) => {
    expect(refusalOf(text)).toEqual(JSON.parse(text));
  });

  test.each([
    '',
    '{',
    '{"a":1,}',
    '["\\u00"]',
    '["\\',
    '"a',
    '1-2',
    '[01]',
    '{"a":1}]',
    '['.repeat(99),
  ])('that is none is malformed: %j', (text) => {
    expect(refusalOf(text)).toEqual([400]);
  });

  test('that nests deeper than 64 is malformed', () => {
    expect(refusalOf(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeInstanceOf(Array);
    expect(refusalOf('['.repeat(500_000))).toEqual([400]);
  });

  test('with a number of a megabyte is refused at once', () => {
    const refusal = [422, `0: ${rounded(`1${'0'.repeat(39)}…`)}`];
    expect(refusalOf(`[1${'0'.repeat(999_999)}1]`)).toEqual(refusal);
  });

  test('with many faults names some of them', () => {
    const text = JSON.stringify(Array.from({ length: 5000 }, () => '\u0000'));
    expect(refusalOf(text)).toHaveLength(21);
  });

  test('with a long name is refused with a short path', () => {
    const [, issue] = refusalOf(`{"${'🙂'.repeat(100_000)}":1e999}`) as [number, string];
    expect(issue.length).toBeLessThan(300);
    expect(issue.isWellFormed()).toBe(true);
  });
});
