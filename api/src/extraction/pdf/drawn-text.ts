import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A gap between words of spaced letters, in gaps between their letters. */
const WORD_GAP = 1.6;

/**
 * Returns words of letters that stand apart by their letters alone: whether a gap is one between words is
 * known only where they are drawn. Empty where a page cannot be drawn.
 */
export async function drawnText(page: PDFPageProxy): Promise<Map<string, string>> {
  const words = new Map<string, string>();
  const { fnArray, argsArray } = await page
    .getOperatorList()
    .catch(() => ({ fnArray: [] as number[], argsArray: [] as unknown[][] }));
  let spacing = 0;
  let size = 1;
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at] as unknown[] | null;
    if (operator === OPS.setCharSpacing) spacing = Number(args?.[0]);
    if (operator === OPS.setFont) size = Math.abs(Number(args?.[1])) || 1;
    if (operator !== OPS.showText || !Array.isArray(args?.[0])) continue;
    const text = spacedWords(args[0], spacing / size);
    const letters = text.replaceAll(' ', '');
    if (letters !== text) words.set(letters, text);
  }
  return words;
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
  const usual = [...gaps.slice(1)].sort((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? 0;
  for (const [at, letter] of letters.entries()) {
    const before = gaps[at] ?? 0;
    text += at > 0 && before > Math.max(0.1, usual * WORD_GAP) ? ` ${letter}` : letter;
  }
  return text;
}

function isGlyph(value: unknown): value is { unicode: string; width: number } {
  return typeof value === 'object' && value !== null && 'unicode' in value && 'width' in value;
}
