import { describe, expect, test } from 'vitest';

import { chunkSizeIn, withChunkSize } from './chunk-sizes.ts';

describe('the sizes in the metadata parameters', () => {
  test.each([
    ['', ''],
    ['{"team": "ops"}', ''],
    ['{"chunk_size": 800}', '800'],
    ['{"chunk_size": "800"}', null],
    ['{"id": 9007199254740993}', null],
    ['[1]', null],
    ['{', null],
  ])('of %j the size is %j', (text, size) => {
    expect(chunkSizeIn(text, 'chunk_size')).toBe(size);
  });

  test('a size is written beside the other keys', () => {
    const text = withChunkSize('{"team": "ops", "chunk_overlap": 20}', 'chunk_size', '800');
    expect(JSON.parse(text)).toEqual({ team: 'ops', chunk_overlap: 20, chunk_size: 800 });
  });

  test('an emptied size is left out, and nothing is left of an object without keys', () => {
    expect(withChunkSize('{"chunk_size": 800}', 'chunk_size', '')).toBe('');
    expect(JSON.parse(withChunkSize('{"a": 1, "chunk_size": 8}', 'chunk_size', ''))).toEqual({
      a: 1,
    });
  });

  test('a text that holds no object stays as it is', () => {
    expect(withChunkSize('{', 'chunk_size', '800')).toBe('{');
    expect(withChunkSize('{"id": 9007199254740993}', 'chunk_size', '800')).toBe(
      '{"id": 9007199254740993}',
    );
  });
});
