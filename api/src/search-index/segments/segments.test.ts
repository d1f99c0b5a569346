import { randomUUID } from 'node:crypto';

import { array, assert, maxSafeNat, property, string, tuple, uniqueArray } from 'fast-check';
import { describe, expect, test } from 'vitest';

import { BlockWriter, entriesOf, findEntry } from './block.ts';
import { ByteReader, ByteWriter } from './byte-buffer.ts';
import { mergeSegments, type MergedSegment } from './merge-segments.ts';
import { buildPart } from './part.ts';
import { eachPosting, PostingsWriter } from './postings.ts';
import { decodeHeader } from './segment-header.ts';

const partOf = (...texts: string[]) => ({
  documentId: randomUUID(),
  attempt: randomUUID(),
  part: buildPart(
    { chunks: texts.map((text) => ({ text, context: '' })), names: [], folder: '' },
    'english',
  ),
});

/** The chunks of a term, as "document:chunk", with how often they have it. */
function chunksOf(segment: MergedSegment, term: string): [string, number][] {
  const { documents } = decodeHeader(segment.header);
  const places = documents.flatMap(({ id, lengths }) =>
    lengths.map((_, number) => `${id}:${number}`),
  );
  const entry = segment.blocks.map((block) => findEntry(block, term)).find(Boolean);
  const found: [string, number][] = [];
  if (entry !== undefined) {
    eachPosting(entry.postings, (chunk, count) => found.push([places[chunk] ?? '', count]));
  }
  return found;
}

test('numbers and texts are read as they were written', () => {
  assert(
    property(array(tuple(maxSafeNat(), string({ unit: 'grapheme' }))), (pairs) => {
      const writer = new ByteWriter(1);
      for (const [number, text] of pairs) {
        writer.number(number);
        writer.text(text);
      }
      const reader = new ByteReader(writer.copy());
      expect(pairs.map(() => [reader.number(), reader.text()])).toEqual(pairs);
    }),
  );
});

test('a block finds each of its terms, and no other', () => {
  assert(
    property(uniqueArray(string({ minLength: 1, unit: 'binary' })), (texts) => {
      const terms = texts
        .map((text) => text.toWellFormed())
        .filter((text, at, all) => all.indexOf(text) === at);
      const sorted = terms.toSorted((a, b) => (a < b ? -1 : 1));
      const writer = new BlockWriter();
      const postings = new PostingsWriter();
      sorted.forEach((term, index) => {
        postings.clear();
        postings.add(index, 1);
        writer.add(term, index + 1, postings.bytes.view());
      });
      const block = writer.take();
      expect([...entriesOf(block)].map(({ term }) => term)).toEqual(sorted);
      for (const [index, term] of sorted.entries()) {
        expect(findEntry(block, term)?.count).toBe(index + 1);
        expect(findEntry(block, `${term}\u0001`)?.term).toBe(
          sorted.includes(`${term}\u0001`) ? `${term}\u0001` : undefined,
        );
      }
    }),
    { numRuns: 30 },
  );
});

describe('merging', () => {
  test('keeps every chunk of every term, whatever the order of merges', () => {
    const parts = [
      partOf('wing wing flap', 'flap'),
      partOf('rudder'),
      partOf('wing', 'rudder flap', 'tail'),
    ];
    const [first, second, third] = parts;
    if (first === undefined || second === undefined || third === undefined) throw new Error();
    const at = (part: typeof first, chunk: number) => `${part.documentId}:${chunk}`;
    const once = mergeSegments({ parts, segments: [], obsolete: [] });
    const twice = mergeSegments({
      parts: [],
      segments: [
        mergeSegments({ parts: [first], segments: [], obsolete: [] }),
        mergeSegments({ parts: [second, third], segments: [], obsolete: [] }),
      ],
      obsolete: [],
    });
    for (const merged of [once, twice]) {
      expect(chunksOf(merged, 'wing')).toEqual([
        [at(first, 0), 2],
        [at(third, 0), 1],
      ]);
      expect(chunksOf(merged, 'flap').map(([chunk]) => chunk)).toEqual([
        at(first, 0),
        at(first, 1),
        at(third, 1),
      ]);
      expect([merged.documents, merged.chunks]).toEqual([3, 6]);
    }
    expect(twice.blocks).toEqual(once.blocks);
  });

  test('leaves out documents that are obsolete', () => {
    const [gone, kept] = [partOf('wing', 'flap'), partOf('wing')];
    const merged = mergeSegments({
      parts: [gone, kept],
      segments: [],
      obsolete: [`${gone.documentId} ${gone.attempt}`],
    });
    expect(chunksOf(merged, 'wing')).toEqual([[`${kept.documentId}:0`, 1]]);
    expect(chunksOf(merged, 'flap')).toEqual([]);
    expect([merged.documents, merged.chunks]).toEqual([1, 1]);
  });

  test('splits many terms into blocks in their order', () => {
    const words = Array.from({ length: 20_000 }, (_, index) => `term${index}`);
    const merged = mergeSegments({ parts: [partOf(words.join(' '))], segments: [], obsolete: [] });
    expect(merged.blocks.length).toBeGreaterThan(3);
    const terms = merged.blocks.flatMap((block) => [...entriesOf(block)].map(({ term }) => term));
    expect(terms).toEqual(terms.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(decodeHeader(merged.header).firstTerms).toEqual(
      merged.blocks.map((block) => [...entriesOf(block)][0]?.term),
    );
  });
});

test('a format that is not known is refused', () => {
  expect(() => decodeHeader(Uint8Array.of(9))).toThrow('Unknown format');
});
