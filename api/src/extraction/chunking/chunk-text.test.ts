import { describe, expect, test } from 'vitest';

import { chunkRanges, type ChunkSettings, type TextBlock } from './chunk-text.ts';

const paragraph = (text: string): TextBlock => ({ kind: 'paragraph', text });
const heading = (text: string): TextBlock => ({ kind: 'heading', text });

function chunkText(blocks: readonly TextBlock[], settings: ChunkSettings): string[] {
  const { text, ranges } = chunkRanges(blocks, settings);
  return ranges.map(({ start, end }) => text.slice(start, end));
}

/** A seeded generator, so that a failure can be reproduced. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

const PIECES = [
  'word',
  'Sentence ends. ',
  '\n',
  ' ',
  '人',
  '。',
  '👩‍👩‍👧',
  'é',
  '🇩🇪',
  'x'.repeat(40),
  '"Quoted!" ',
];

function randomBlocks(seed: number): TextBlock[] {
  const next = random(seed);
  return Array.from({ length: 1 + next(12) }, () => ({
    kind: next(4) === 0 ? 'heading' : 'paragraph',
    text: Array.from({ length: next(60) }, () => PIECES[next(PIECES.length)] ?? '').join(''),
  }));
}

describe('a document is split', () => {
  test('whole where it fits', () => {
    expect(chunkText([heading('Title'), paragraph('Text.')], { size: 100, overlap: 10 })).toEqual([
      'Title\n\nText.',
    ]);
  });

  test('into no chunks where it has no text', () => {
    expect(chunkText([], { size: 10, overlap: 0 })).toEqual([]);
    expect(chunkText([paragraph(' \n ')], { size: 10, overlap: 0 })).toEqual([]);
  });

  test('before a heading, which stays with its text', () => {
    const chunks = chunkText(
      [heading('One'), paragraph('a'.repeat(60)), heading('Two'), paragraph('b'.repeat(60))],
      { size: 100, overlap: 20 },
    );
    expect(chunks).toEqual([`One\n\n${'a'.repeat(60)}`, `Two\n\n${'b'.repeat(60)}`]);
  });

  test('between paragraphs rather than inside one', () => {
    const chunks = chunkText([paragraph('First one.'), paragraph('Second one, longer.')], {
      size: 20,
      overlap: 0,
    });
    expect(chunks).toEqual(['First one.', 'Second one, longer.']);
  });

  test('after a sentence, repeating the one before', () => {
    const sentences = [
      'One sentence of words here.',
      'Another one of words here.',
      'A third of words here.',
    ];
    const chunks = chunkText([paragraph(sentences.join(' '))], { size: 62, overlap: 28 });
    expect(chunks).toEqual([
      'One sentence of words here. Another one of words here.',
      'Another one of words here. A third of words here.',
    ]);
  });

  test.each(Array.from({ length: 200 }, (_, seed) => seed))(
    'losing nothing, never too long, never through a character (%i)',
    (seed) => {
      const next = random(seed + 1000);
      const size = 10 + next(200);
      const overlap = next(size);
      const blocks = randomBlocks(seed);
      const { text, ranges } = chunkRanges(blocks, { size, overlap });

      let covered = 0;
      for (const { start, end } of ranges) {
        const chunk = text.slice(start, end);
        expect(chunk.trim()).toBe(chunk);
        expect(chunk).not.toBe('');
        expect(chunk.length).toBeLessThanOrEqual(size);
        expect(chunk.isWellFormed()).toBe(true);
        expect(chunk.startsWith('\u200d') || chunk.endsWith('\u200d')).toBe(false);
        // Between chunks is only white space, and no more than the overlap is repeated.
        expect(text.slice(covered, start).trim()).toBe('');
        expect(start).toBeGreaterThanOrEqual(covered - size);
        expect(end).toBeGreaterThan(covered);
        covered = end;
      }
      expect(text.slice(covered).trim()).toBe('');
    },
  );

  // In quadratic time, it would need longer than a test may.
  test('even where a text of two million characters has no place to cut', () => {
    const chunks = chunkText([paragraph('x'.repeat(2_000_000))], {
      size: 1200,
      overlap: 1199 - 600,
    });
    expect(chunks.length).toBeGreaterThan(2_000_000 / 1200);
  });

  test('even where one grapheme is longer than a chunk', () => {
    const zalgo = `a${'\u0301'.repeat(100)}`;
    const chunks = chunkText([paragraph(zalgo)], { size: 10, overlap: 5 });
    expect(chunks.every((chunk) => chunk.length <= 10)).toBe(true);
  });
});
