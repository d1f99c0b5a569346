import { pdfProperties } from '../metadata/file-properties.ts';
import type { Block } from '../blocks/block.ts';
import { Vocabulary } from './join-lines.ts';
import { layOut } from './pdf-layout.ts';
import { titleKey, type TextStyle } from './pdf-paragraphs.ts';
import { readTextRuns, type PdfPage, type PdfText } from './pdf-runs.ts';
import { Omissions } from '../blocks/omissions.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import { withoutRunningLines } from './running-lines.ts';

/** Reads a PDF by the positions of its text, page by page, with what people wrote onto it. */
export async function readPdf(bytes: Uint8Array, isOcrOn: boolean): Promise<Partitioned> {
  const text = await readTextRuns(bytes, isOcrOn);
  const { scans, textless, attachments } = text;
  const hasText = text.pages.some(({ layers, notes }) => layers.length > 0 || notes.length > 0);
  if (!hasText && scans.length === 0) {
    throw new UnreadableDocument(isOcrOn ? reasons.noText() : reasons.scanned());
  }
  const omitted = new Omissions();
  omitted.add('page_without_text', textless);
  omitted.add('attachment', attachments);
  return {
    blocks: blocksOf(text),
    properties: pdfProperties(text.info),
    ...(scans.length > 0 && { scans }),
    omitted: omitted.list(),
  };
}

function blocksOf({ pages, outline }: PdfText): Block[] {
  const style = styleOf(pages, outline);
  const mains = withoutRunningLines(pages.map(({ layers }) => layers[0] ?? []));
  return pages.flatMap(({ layers, notes }, at) => {
    const blocks = layOut(mains[at] ?? [], style);
    for (const runs of layers.slice(1))
      blocks.push(...layOut(runs, { ...style, hasHeadings: false }));
    blocks.push(...notes.map((text) => ({ kind: 'paragraph', text }) as const));
    for (const block of blocks) block.page = at + 1;
    return blocks;
  });
}

function styleOf(pages: readonly PdfPage[], outline: PdfText['outline']): TextStyle {
  const sizes = new Map<number, number>();
  const vocabulary = new Vocabulary();
  for (const { layers } of pages) {
    for (const { height, text } of layers.flat()) {
      const size = Math.round(height * 4) / 4;
      sizes.set(size, (sizes.get(size) ?? 0) + text.length);
      vocabulary.add(text);
    }
  }
  return {
    size: usualSize(sizes),
    vocabulary,
    hasHeadings: true,
    titles: new Map(
      outline
        .map(({ title, depth }) => [titleKey(title), depth] as const)
        .filter(([key]) => key.length > 2),
    ),
  };
}

/** The size that half of the text is not larger than. */
function usualSize(sizes: ReadonlyMap<number, number>): number {
  const sorted = [...sizes].sort(([a], [b]) => a - b);
  let left = sorted.reduce((sum, [, length]) => sum + length, 0) / 2;
  for (const [size, length] of sorted) {
    left -= length;
    if (left <= 0) return size;
  }
  return 1;
}
