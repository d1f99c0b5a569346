import { describe, expect, test } from 'vitest';

import { findJsonFault } from './json-fault.ts';

describe('the position of an error in JSON', () => {
  test.each([
    ['nope', 1, 1],
    ['{"a": x}', 1, 7],
    ['{"a": 1,}', 1, 9],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['{"a": 1', 1, 8],
    ['', 1, 1],
    ['{"a": 1} more', 1, 10],
    ["{'a': 1}", 1, 2],
    ['[01]', 1, 3],
    ['"open', 1, 1],
  ])('%j fails at line %i, column %i', (text, line, column) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(findJsonFault(text)).toEqual({ line, column });
  });

  test.each([
    '{}',
    ' [1, -0.5e+3, "\\u00e9\\n", null] ',
    '{"a": {"b": [true, false, {}]}}',
    '"é😀"',
  ])('%j is JSON', (text) => {
    expect(() => JSON.parse(text)).not.toThrow();
    expect(findJsonFault(text)).toBeNull();
  });

  test('cutting or doubling any character agrees with JSON.parse', () => {
    const text = '{"a": [1.5e3, "x\\"y"], "b": {"c": null}, "d": -0}';
    for (let index = 0; index < text.length; index += 1) {
      for (const changed of [
        text.slice(0, index) + text.slice(index + 1),
        text.slice(0, index) + text.charAt(index) + text.slice(index),
      ]) {
        let parses = true;
        try {
          JSON.parse(changed);
        } catch {
          parses = false;
        }
        expect([changed, findJsonFault(changed) === null]).toEqual([changed, parses]);
      }
    }
  });
});
