import { describe, expect, test } from 'vitest';

import { hashText, LOCAL_DIMENSIONS } from './hashing-vectorizer.ts';
import { bytesOfVector, vectorOfBytes } from './vector-bytes.ts';

const likeness = (a: string, b: string) => {
  const other = hashText(b);
  return hashText(a).reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
};

describe('the local vectorizer', () => {
  test.each(['A sentence.', '人人生而自由', '!!!', '', 'x'.repeat(100_000)])(
    'returns a vector of unit length for %s',
    (text) => {
      const vector = hashText(text);
      expect(vector).toHaveLength(LOCAL_DIMENSIONS);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
    },
  );

  test('puts texts that share words and stems closer than others', () => {
    const query = 'annual leave policy';
    const near = likeness(query, 'The policy on annual leaves for employees');
    expect(near).toBeGreaterThan(0.3);
    expect(near).toBeGreaterThan(2 * likeness(query, 'Stanley Cup winners since 1967'));
  });

  test('ignores case and composition', () => {
    expect(likeness('Größe', 'GRÖSSE'.toLowerCase().replace('ss', 'ß'))).toBeCloseTo(1, 4);
    expect(likeness('é', 'é'.normalize('NFD'))).toBeCloseTo(1, 4);
  });

  test('returns vectors that can be stored and read back', () => {
    const vector = hashText('Some text');
    expect(vectorOfBytes(bytesOfVector(vector))).toEqual(vector);
  });
});
