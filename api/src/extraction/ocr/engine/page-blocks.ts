import type { Block } from '../../blocks/block.ts';
import { joinText } from '../../pdf/join-lines.ts';

/** Columns of tesseract's table: level, page, block, paragraph, line, word, four of its place, confidence, text. */
const COLUMN = { block: 2, paragraph: 3, line: 4, confidence: 10, text: 11 } as const;

/** Paragraphs below this confidence are pictures, lines and stains that were taken for letters. */
const CONFIDENCE_MIN = 40;

interface Paragraph {
  lines: Map<string, string[]>;
  /** Of its words, by their length. */
  sum: number;
  length: number;
}

/** Returns the paragraphs of a page of tesseract's table, in its order of reading. */
export function pageBlocks(table: string, page: number | undefined): Block[] {
  const paragraphs = new Map<string, Paragraph>();
  for (const row of table.split('\n')) {
    const cells = row.split('\t');
    const text = cells[COLUMN.text]?.trim() ?? '';
    // Rows of blocks, paragraphs and lines have no text.
    if (text === '') continue;
    const id = `${cells[COLUMN.block]} ${cells[COLUMN.paragraph]}`;
    const paragraph = paragraphs.get(id) ?? {
      lines: new Map<string, string[]>(),
      sum: 0,
      length: 0,
    };
    paragraphs.set(id, paragraph);
    const line = cells[COLUMN.line] ?? '';
    paragraph.lines.set(line, [...(paragraph.lines.get(line) ?? []), text]);
    paragraph.sum += Number(cells[COLUMN.confidence]) * text.length;
    paragraph.length += text.length;
  }
  return [...paragraphs.values()].flatMap(({ lines, sum, length }): Block[] => {
    const confidence = Math.round((10 * sum) / length) / 10;
    let text = '';
    for (const words of lines.values()) text = joinText(text, words.join(' '));
    const isText = confidence >= CONFIDENCE_MIN && /[\p{L}\p{N}]/u.test(text);
    return isText
      ? [{ kind: 'paragraph', text, confidence, ...(page === undefined ? {} : { page }) }]
      : [];
  });
}
