import type { DocumentBlock } from '@carrel/shared/contract';
import { makeBlocks } from '@carrel/shared/testing';
import { describe, expect, test } from 'vitest';

import { piecesOf, sectionsOf } from './pieces.ts';

const shown = (...blocks: readonly (Partial<DocumentBlock> & { text: string })[]) =>
  piecesOf(makeBlocks(...blocks), false).map(({ kind, level, page, text }) =>
    kind === 'heading' ? `h${level} ${text}` : kind === 'page' ? `page ${page}` : text,
  );

const heading = (level: number) => ({ kind: 'heading', text: `${level}`, level });

describe('pieces of a text', () => {
  test('headings are below that of the screen, and leave no level out', () => {
    expect(shown(...[1, 2, 4, 1, 6, 6, 9].map(heading))).toEqual([
      'h2 1',
      'h3 2',
      'h4 4',
      'h2 1',
      'h3 6',
      'h4 6',
      'h5 9',
    ]);
  });

  test('a page is announced where it begins', () => {
    expect(
      shown({ text: 'a', page: 1 }, { text: 'b', page: 1 }, { text: 'c', page: 2 }, { text: 'd' }),
    ).toEqual(['page 1', 'a', 'b', 'page 2', 'c', 'd']);
  });

  test('a long table is cut between lines, and each part knows its place', () => {
    const text = Array.from({ length: 250 }, (_, row) => `${row} | x`).join('\n');
    const pieces = piecesOf(makeBlocks({ text: 'Before' }, { kind: 'table', text }), false);
    expect(pieces.map(({ hasHead }) => hasHead)).toEqual([false, true, false, false]);
    for (const { text: part, start } of pieces.slice(1)) {
      expect(text.slice(start - 8, start - 8 + part.length)).toBe(part);
    }
  });

  test('the addresses of an e-mail are its envelope, those quoted in it are not', () => {
    const mail = makeBlocks(
      { kind: 'heading', text: 'Hello' },
      { text: 'From: Ada <ada@example.com>\nDate: today' },
      { text: 'From: Bob' },
    );
    expect(piecesOf(mail, true).map(({ kind }) => kind)).toEqual([
      'heading',
      'envelope',
      'paragraph',
    ]);
    expect(piecesOf(mail, false)[1]?.kind).toBe('paragraph');
  });

  test('sections hold all pieces in order', () => {
    const blocks = makeBlocks(
      ...Array.from({ length: 500 }, (_, n) => ({ text: `${n} `.repeat(20) })),
    );
    const pieces = piecesOf(blocks, false);
    const sections = sectionsOf(pieces);
    expect(sections.length).toBeGreaterThan(3);
    expect(sections.flatMap((section) => section.pieces)).toEqual(pieces);
  });
});
