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
 * order, without what a chunk repeats of those before.
 */
export function blocksOfChunks(chunks: readonly StoredChunk[]): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  let known = 0;
  for (const chunk of chunks) {
    const { start, page_first: page } = chunk;
    const first = start ?? known + 2;
    const text = ownText(chunk);
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

/** Returns a chunk without the heading row of a table that it repeats before what is at its place. */
function ownText({ text, start, end }: StoredChunk): string {
  if (start === null || end === null) return text;
  return text.slice(Math.max(0, text.length - (end - start)));
}
