import { randomBytes } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { bytesOfVector } from '../vector-bytes.ts';
import { segmentOf, unitOf } from '../segment.ts';
import { strideOf } from './scan-kernel.ts';
import { VectorCache } from './vector-cache.ts';
import { VectorMatrix, type Segment } from './vector-matrix.ts';

/** Numbers between -1 and 1 that are the same in each run. */
function createNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

const TOPIC_DIMENSIONS = 12;

/** Vectors of some topics with noise, as those of texts are. */
function createVectors(count: number, dimensions: number, seed = 1): Float32Array[] {
  const next = createNumbers(seed);
  const base = Array.from({ length: TOPIC_DIMENSIONS }, () =>
    fill(new Float32Array(dimensions), next),
  );
  return Array.from({ length: count }, () => {
    const vector = fill(new Float32Array(dimensions), () => next() * 0.3);
    for (const direction of base) {
      const weight = next();
      for (let at = 0; at < dimensions; at += 1) {
        vector[at] = (vector[at] ?? 0) + weight * (direction[at] ?? 0);
      }
    }
    return unitOf(vector);
  });
}

function fill(vector: Float32Array, next: () => number): Float32Array {
  for (let at = 0; at < vector.length; at += 1) vector[at] = next();
  return vector;
}

const PER_DOCUMENT = 5;

function segmentsOf(vectors: readonly Float32Array[]): Segment[] {
  return Array.from({ length: Math.ceil(vectors.length / PER_DOCUMENT) }, (_, index) => {
    const own = vectors.slice(index * PER_DOCUMENT, (index + 1) * PER_DOCUMENT);
    const data = segmentOf(own.map(bytesOfVector));
    return { document: randomBytes(16), first: 0, count: own.length, data };
  });
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

function exact(vectors: readonly Float32Array[], query: Float32Array, limit: number): string[] {
  return vectors
    .map((vector, index) => ({ index, score: dot(vector, query) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ index }) => `${Math.floor(index / PER_DOCUMENT)}/${index % PER_DOCUMENT}`);
}

function found(
  matrix: VectorMatrix,
  segments: readonly Segment[],
  query: Float32Array,
  limit: number,
) {
  const places = new Map(
    segments.map(({ document }, index) => [Buffer.from(document).toString('hex'), index]),
  );
  return matrix.search(query, limit, undefined).map(({ document, number }) => {
    const place = places.get(Buffer.from(document).toString('hex'));
    return `${place ?? '?'}/${number}`;
  });
}

describe('a matrix of vectors', () => {
  // 384 and 1,536 are whole steps of the scan, 100 is not, 3 is less than one.
  test.each([384, 1536, 100, 3])(
    'of %d dimensions finds what an exact search finds',
    (dimensions) => {
      const vectors = createVectors(1200, dimensions);
      const segments = segmentsOf(vectors);
      const matrix = new VectorMatrix(dimensions);
      for (let at = 0; at < segments.length; at += 100) matrix.add(segments.slice(at, at + 100));
      let hits = 0;
      const queries = createVectors(20, dimensions, 2);
      for (const query of queries) {
        const ten = new Set(found(matrix, segments, query, 20));
        hits += exact(vectors, query, 10).filter((key) => ten.has(key)).length;
      }
      expect(hits / (queries.length * 10)).toBeGreaterThanOrEqual(0.99);
    },
  );

  test('scores about the cosine', () => {
    const vectors = createVectors(100, 384);
    const matrix = new VectorMatrix(384);
    matrix.add(segmentsOf(vectors));
    const query = vectors[42] ?? new Float32Array();
    const [best] = matrix.search(query, 1, undefined);
    expect(best?.score).toBeCloseTo(1, 2);
    expect(best?.number).toBe(42 % PER_DOCUMENT);
  });

  test('takes at most 45 MB for 100,000 vectors of 384 dimensions', () => {
    const vectors = createVectors(1000, 384);
    const segments = segmentsOf(vectors);
    const matrix = new VectorMatrix(384);
    for (let round = 0; round < 100; round += 1) {
      matrix.add(
        segments.map(({ count, data }) => ({ document: randomBytes(16), first: 0, count, data })),
      );
    }
    expect(matrix.search(vectors[0] ?? new Float32Array(), 200, undefined)).toHaveLength(200);
    expect(matrix.bytes).toBeLessThan(45_000_000);
  });

  test('searches in allowed documents only', () => {
    const vectors = createVectors(500, 16);
    const segments = segmentsOf(vectors);
    const matrix = new VectorMatrix(16);
    matrix.add(segments);
    const [query = new Float32Array()] = vectors;
    const allowed = [segments[7], segments[9]].flatMap((segment) => segment?.document ?? []);
    const candidates = matrix.search(query, 50, [...allowed, randomBytes(16)]);
    expect(candidates).toHaveLength(2 * PER_DOCUMENT);
    const names = new Set(candidates.map(({ document }) => Buffer.from(document).toString('hex')));
    expect(names).toEqual(new Set(allowed.map((id) => Buffer.from(id).toString('hex'))));
  });

  test('replaces the vectors of a document, and removes them', () => {
    const [before = new Float32Array(), after = new Float32Array()] = createVectors(2, 64);
    const document = randomBytes(16);
    const segment = (vector: Float32Array, first = 0) => ({
      document,
      first,
      count: 1,
      data: segmentOf([bytesOfVector(vector)]),
    });
    const matrix = new VectorMatrix(64);
    matrix.add([segment(before), segment(before, 1)]);
    matrix.add([segment(after)]);
    const [best, second] = matrix.search(after, 5, undefined);
    expect(best).toMatchObject({ number: 0 });
    expect(best?.score).toBeCloseTo(1, 2);
    expect(second).toMatchObject({ number: 1 });
    expect(matrix.search(after, 5, undefined)).toHaveLength(2);
    matrix.remove([document, randomBytes(16)]);
    expect(matrix.search(after, 5, undefined)).toEqual([]);
  });

  test('finds nothing by a vector of another length, and ignores segments of one', () => {
    const matrix = new VectorMatrix(64);
    matrix.add(segmentsOf(createVectors(10, 64)));
    matrix.add(segmentsOf(createVectors(10, 32)));
    expect(matrix.search(new Float32Array(32), 5, undefined)).toEqual([]);
    expect(matrix.search(new Float32Array(64), 50, undefined)).toHaveLength(10);
  });
});

describe('the matrices in memory', () => {
  const segments = segmentsOf(createVectors(1000, 64));
  const add = (key: string) => ({ type: 'add' as const, key, segments, version: 1 });
  const one = () => {
    const matrix = new VectorMatrix(64);
    matrix.add(segments);
    return matrix.bytes;
  };

  test('are dropped when there are too many, the longest unused first', () => {
    const cache = new VectorCache(one() * 2);
    for (const key of ['a', 'b']) cache.add(add(key));
    cache.version('a');
    cache.add(add('c'));
    expect(['a', 'b', 'c'].map((key) => cache.version(key))).toEqual([1, undefined, 1]);
    expect(cache.bytes).toBeLessThanOrEqual(one() * 2);
  });

  test('leave one out that is larger than all may be', () => {
    const cache = new VectorCache(one() - 1);
    expect(cache.add(add('a'))).toEqual({ tooLarge: true });
    expect(cache.version('a')).toBeUndefined();
    expect(cache.bytes).toBe(0);
  });

  test('are dropped when most of one was removed, so that it is loaded again', () => {
    const cache = new VectorCache(one() * 100);
    for (let round = 0; round < 5; round += 1) {
      cache.add({ ...add('a'), segments: segmentsOf(createVectors(1000, 64)) });
    }
    const many = segmentsOf(createVectors(5000, 64));
    cache.add({ ...add('a'), segments: many });
    const documents = many.map(({ document }) => document);
    // What a search of an earlier version has learned may be wrong by now.
    cache.remove({ type: 'remove', key: 'a', version: 0, documents });
    expect(cache.version('a')).toBe(1);
    cache.remove({ type: 'remove', key: 'a', version: 1, documents });
    expect(cache.version('a')).toBeUndefined();
  });
});

test('rows are padded to whole steps', () => {
  expect([1, 16, 17, 384].map(strideOf)).toEqual([16, 16, 32, 384]);
});
