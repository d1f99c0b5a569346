import { pdfProperties } from '../metadata/file-properties.ts';
import type { Block } from '../blocks/block.ts';
import { blocksOfNodes } from '../office/office-blocks.ts';
import { columnBlocks, findGutter } from './pdf-columns.ts';
import { readTextRuns, type PdfText } from './pdf-runs.ts';
import type { TextRun } from './pdf-lines.ts';
import { parseOffice } from '../office/read-office.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';

/**
 * Reads a PDF: along its tags (headings, tables, lists) where it has them, otherwise by the positions of
 * its text, column by column.
 */
export async function readPdf(bytes: Uint8Array, isOcrOn: boolean): Promise<Partitioned> {
  const text = await readTextRuns(bytes, isOcrOn);
  const { scans } = text;
  const hasText = text.pages.some((runs) => runs.length > 0);
  if (!hasText && scans.length === 0) {
    throw new UnreadableDocument(isOcrOn ? reasons.noText() : reasons.scanned());
  }
  const blocks =
    (hasText ? await readByTags(bytes, text) : undefined) ??
    text.pages.flatMap((runs, at) => readByPosition(runs, at + 1));
  return {
    blocks,
    properties: pdfProperties(text.info),
    ...(scans.length > 0 && { scans }),
  };
}

/** Undefined where there are no tags, or where they omit or repeat much of the text. */
async function readByTags(
  bytes: Uint8Array,
  { tagged, pages }: PdfText,
): Promise<Block[] | undefined> {
  if (!tagged) return undefined;
  let usable = true;
  const { content } = await parseOffice(bytes, 'pdf', (code) => {
    if (code === 'PDF_STRUCT_TREE_UNRELIABLE') usable = false;
  });
  if (!usable) return undefined;
  const blocks = blocksOfNodes(content);
  const share = letters(blocks) / Math.max(1, letters(pages.flat()));
  return share > 0.8 && share < 1.5 ? blocks : undefined;
}

function readByPosition(runs: readonly TextRun[], page: number): Block[] {
  const horizontal = runs.filter((run) => isHorizontal(run));
  const blocks = columnBlocks(horizontal, findGutter(horizontal) ?? Infinity);
  for (const block of blocks) block.page = page;
  return blocks;
}

/** Vertical text in the margin (the stamp of a preprint) would count as a column. */
function isHorizontal(run: TextRun): boolean {
  return run.text.trim().length < 3 || run.height < run.width * 3;
}

function letters(texts: readonly { text: string }[]): number {
  return texts.reduce((sum, { text }) => sum + text.replace(/\s/g, '').length, 0);
}
