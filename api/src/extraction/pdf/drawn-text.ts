import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { plainLetters } from './scripts.ts';

/** The mode in which neither the inside nor the edge of letters is painted. */
const INVISIBLE = 3;
/** A gap between words of spaced letters, in gaps between their letters. */
const WORD_GAP = 1.6;

/** What only the drawing of a page knows. */
export interface DrawnText {
  /** Words of letters that stand apart, by their letters alone. */
  words: Map<string, string>;
  /** The text of stamps and signatures, by the id of their annotation. */
  pictures: Map<string, string>;
  /** The letters of all text that is drawn invisibly, as OCR adds it to a scan. */
  invisible: string;
}

export const NOTHING_DRAWN: DrawnText = { words: new Map(), pictures: new Map(), invisible: '' };

/** Operators that move to another line. */
const MOVES = new Set<number>([
  OPS.moveText,
  OPS.setLeadingMoveText,
  OPS.nextLine,
  OPS.setTextMatrix,
]);

/**
 * Reads the text of a page from its drawing: whether a gap of spaced letters is one between words is known
 * only there. Empty where a page cannot be drawn.
 */
export async function drawnText(page: PDFPageProxy): Promise<DrawnText> {
  const { fnArray, argsArray } = await page
    .getOperatorList()
    .catch(() => ({ fnArray: [] as number[], argsArray: [] as unknown[][] }));
  const words = new Map<string, string>();
  const pictures = new Map<string, string>();
  let [spacing, size, id, mode, invisible] = [0, 1, '', 0, ''];
  const modes: number[] = [];
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at] as unknown[] | null;
    if (operator === OPS.beginAnnotation) id = String(args?.[0]);
    else if (operator === OPS.endAnnotation) id = '';
    else if (operator === OPS.save) modes.push(mode);
    else if (operator === OPS.restore) mode = modes.pop() ?? 0;
    else if (operator === OPS.setTextRenderingMode) mode = Number(args?.[0]);
    else if (operator === OPS.setCharSpacing) spacing = Number(args?.[0]);
    else if (operator === OPS.setFont) size = Math.abs(Number(args?.[1])) || 1;
    else if (id !== '' && MOVES.has(operator)) pictures.set(id, `${pictures.get(id) ?? ''} `);
    if (operator !== OPS.showText || !Array.isArray(args?.[0])) continue;
    const text = spacedWords(args[0], spacing / size);
    const letters = text.replaceAll(' ', '');
    if (mode === INVISIBLE) invisible += plainLetters(letters).replace(/\s/gu, '');
    if (id !== '') pictures.set(id, (pictures.get(id) ?? '') + text);
    else if (letters !== text) words.set(letters, text);
  }
  return { words, pictures, invisible };
}

/** `spacing` and gaps are in heights of the letters. */
function spacedWords(glyphs: readonly unknown[], spacing: number): string {
  const gaps: number[] = [];
  let text = '';
  let gap = 0;
  const letters: string[] = [];
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') {
      gap -= glyph / 1000;
    } else if (isGlyph(glyph)) {
      if (/^\s*$/.test(glyph.unicode)) {
        gap += glyph.width / 1000 + spacing;
        continue;
      }
      letters.push(glyph.unicode);
      gaps.push(gap);
      gap = spacing;
    }
  }
  const usual = gaps.slice(1).sort((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? 0;
  for (const [at, letter] of letters.entries()) {
    const before = gaps[at] ?? 0;
    text += at > 0 && before > Math.max(0.1, usual * WORD_GAP) ? ` ${letter}` : letter;
  }
  return text;
}

function isGlyph(value: unknown): value is { unicode: string; width: number } {
  return typeof value === 'object' && value !== null && 'unicode' in value && 'width' in value;
}
