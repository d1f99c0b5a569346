import { expect, test } from 'vitest';

import { cleanMetadata } from './clean-metadata.ts';
import { sidecarEntries } from './sidecar.ts';

const typed = (type: string, name: string, value: unknown) => ({
  value: { type, [name]: value },
  includeForEmbedding: true,
});
const read = (text: string) => sidecarEntries(Buffer.from(text));

test('a plain object is read', () => {
  expect(read('\ufeff{"author": "Ann", "tags": ["a"]}')).toEqual([
    ['author', 'Ann'],
    ['tags', ['a']],
  ]);
});

test('the attributes of Amazon Bedrock are read, typed or not', () => {
  const metadataAttributes = {
    plain: 'a',
    text: typed('STRING', 'stringValue', 'b'),
    number: typed('NUMBER', 'numberValue', 3),
    flag: typed('BOOLEAN', 'booleanValue', false),
    list: typed('STRING_LIST', 'stringListValue', ['c']),
  };
  expect(Object.fromEntries(read(JSON.stringify({ metadataAttributes })) ?? [])).toEqual({
    plain: 'a',
    text: 'b',
    number: 3,
    flag: false,
    list: ['c'],
  });
});

test.each(['', 'no JSON', '[1]', '"text"', 'null', `{"a":`, '['.repeat(100_000)])(
  '%.10s is no sidecar',
  (text) => {
    expect(read(text)).toBeUndefined();
  },
);

test('invalid UTF-8 is no sidecar', () => {
  expect(sidecarEntries(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBeUndefined();
});

test('a key without a value that can be kept has an empty list', () => {
  const written = '{"none": null, "empty": [], "blank": " ", "object": {"a": 1}, "text": "a"}';
  expect(cleanMetadata(read(written) ?? [])).toEqual({
    none: [],
    empty: [],
    blank: [],
    object: [],
    text: 'a',
  });
});
