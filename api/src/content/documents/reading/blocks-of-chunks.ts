import type { DocumentBlock } from '@carrel/shared/contract';

/** A chunk as it is stored; earlier versions stored no positions. */
interface StoredChunk {
  text: string;
  start: number | null;
  end: number | null;
  page_first: number | null;
}

/**
 * Returns the text of a document whose blocks and bytes are gone: the paragraphs of its chunks, in their
 * order, without what a chunk repeats of the one before.
 */
export function blocksOfChunks(chunks: readonly StoredChunk[]): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  let known = 0;
  for (const { text, start, page_first: page } of chunks) {
    const first = start ?? known + 2;
    let at = first;
    for (const paragraph of text.split('\n\n')) {
      const repeated = Math.max(0, Math.min(paragraph.length, known - at));
      const rest = paragraph.slice(repeated);
      if (rest.trim() !== '') {
        blocks.push({ kind: 'paragraph', text: rest, page, start: at + repeated });
      }
      at += paragraph.length + 2;
    }
    known = Math.max(known, first + text.length);
  }
  return blocks;
}
