import type { DocumentChunk, DocumentChunks } from '@carrel/shared/contract';
import { CHUNKS_PER_PAGE } from '@carrel/shared/paths';

/**
 * Returns the number of the smallest chunk that contains a place of the text; undefined where none does.
 * Reads as few pages as possible: chunks are in the order of the text.
 */
export async function findChunkAt(
  readPage: (page: number) => Promise<DocumentChunks>,
  total: number,
  place: number,
): Promise<number | undefined> {
  let low = 0;
  let high = Math.ceil(total / CHUNKS_PER_PAGE) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { chunks } = await readPage(middle);
    const found = smallestAt(chunks, place);
    if (found !== undefined) return found.number;
    const first = chunks.find(({ start }) => typeof start === 'number');
    if (first === undefined) return undefined;
    if (place < (first.start ?? 0)) high = middle - 1;
    else low = middle + 1;
  }
  return undefined;
}

function smallestAt(chunks: readonly DocumentChunk[], place: number): DocumentChunk | undefined {
  let smallest: DocumentChunk | undefined;
  for (const chunk of chunks) {
    const { start, end } = chunk;
    if (typeof start !== 'number' || typeof end !== 'number') continue;
    if (place < start || place >= end) continue;
    if (smallest === undefined || end - start < lengthOf(smallest)) smallest = chunk;
  }
  return smallest;
}

const lengthOf = ({ start, end }: DocumentChunk) => (end ?? 0) - (start ?? 0);
