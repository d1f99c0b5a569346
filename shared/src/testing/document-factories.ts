import type {
  DocumentBlock,
  DocumentChunk,
  DocumentChunks,
  DocumentDetail,
} from '../contract/public.ts';
import { makeDocument, makeId } from './factories.ts';

const CREATED_AT = '2026-11-20T09:30:00.000Z';

/** A document of the root folder with two chunks, as its page shows it. */
export function makeDocumentDetail(overrides: Partial<DocumentDetail> = {}): DocumentDetail {
  return {
    ...makeDocument(),
    updated_at: CREATED_AT,
    kind: 'markdown',
    sha256: 'a'.repeat(64),
    original: 'stored',
    dataset: { id: makeId(600), name: 'Handbook' },
    archive: { id: makeId(700), name: 'library.zip', created_at: CREATED_AT },
    chunk_count: 2,
    chunk_version: makeId(900),
    settings: { chunk_size: 1200, chunk_overlap: 150, has_template: false },
    outdated: false,
    previous: null,
    next: null,
    history: [{ stage: 'received', at: CREATED_AT, archive: 'library.zip' }],
    ...overrides,
  };
}

/** Blocks at their places in the text: a blank line is between them. */
export function makeBlocks(
  ...blocks: readonly (Partial<DocumentBlock> & { text: string })[]
): DocumentBlock[] {
  const placed: DocumentBlock[] = [];
  let start = 0;
  for (const block of blocks) {
    placed.push({ kind: 'paragraph', ...block, start });
    start += block.text.length + 2;
  }
  return placed;
}

export function makeDocumentChunk(overrides: Partial<DocumentChunk> = {}): DocumentChunk {
  return { number: 0, text: 'Welcome.', headings: [], start: 0, end: 8, ...overrides };
}

/** Chunks of the version of `makeDocumentDetail`. */
export function makeDocumentChunks(
  chunks: readonly DocumentChunk[],
  overrides: Partial<DocumentChunks> = {},
): DocumentChunks {
  return { total: chunks.length, version: makeId(900), chunks: [...chunks], ...overrides };
}
