import { describe, expect, test } from 'vitest';

import { chunkDocument } from './chunk-document.ts';
import type { ChunkSettings } from './chunk-text.ts';
import { locateChunks } from './locate-chunks.ts';

const paragraph = (text: string) => ({ kind: 'paragraph' as const, text });

const split = (texts: readonly string[], settings: ChunkSettings) =>
  chunkDocument({
    blocks: texts.map(paragraph),
    settings,
    metadata: {},
    document: { name: 'a', path: 'a' },
  });

const SETTINGS = { size: 100, overlap: 20 };
const OTHERS = { size: 300, overlap: 0 };

const rangesOf = (chunks: readonly { start: number; end: number }[]) =>
  chunks.map(({ start, end }) => ({ start, end }));

describe('chunks are located', () => {
  const words = Array.from({ length: 200 }, (_, at) => `Sentence ${at}.`).join(' ');
  const rows = Array.from({ length: 100 }, (_, at) => `Row ${at % 7}. Nothing new here.`);

  test.each([
    ['in a text', [words]],
    ['in paragraphs that repeat', rows],
    ['in one repeated letter', ['x'.repeat(1000)]],
  ])('by splitting the text again: %s', (_, texts) => {
    const chunks = split(texts, SETTINGS);
    const found = locateChunks({
      blocks: texts.map(paragraph),
      texts: chunks.map(({ text }) => text),
      settings: SETTINGS,
    });
    expect(rangesOf(found)).toEqual(rangesOf(chunks));
    expect(found.map(({ number }) => number)).toEqual([...chunks.keys()]);
  });

  test.each([
    ['in a text', [words]],
    ['in paragraphs that repeat', rows],
  ])('by a search where the settings are others: %s', (_, texts) => {
    const chunks = split(texts, SETTINGS);
    const found = locateChunks({
      blocks: texts.map(paragraph),
      texts: chunks.map(({ text }) => text),
      settings: OTHERS,
    });
    expect(rangesOf(found)).toEqual(rangesOf(chunks));
  });

  test('after one whose text is not there, but not far behind it', () => {
    const chunks = split([words], SETTINGS).map(({ text }) => text);
    const input = { blocks: [paragraph(words)], settings: OTHERS };
    const changed = chunks.with(2, 'Not there.');
    expect(locateChunks({ ...input, texts: changed }).map(({ number }) => number)).toEqual(
      [...chunks.keys()].filter((number) => number !== 2),
    );
    const last = chunks.at(-1) ?? '';
    expect(locateChunks({ ...input, texts: ['Not there.', last] })).toEqual([]);
  });

  test('in a text of twenty million characters that has none of them', () => {
    const texts = Array.from({ length: 20_000 }, (_, at) => `${at} `.padEnd(1000, 'y'));
    const blocks = [paragraph('y'.repeat(20_000_000))];
    expect(locateChunks({ blocks, texts, settings: { size: 1_000_000, overlap: 0 } })).toEqual([]);
  });
});
