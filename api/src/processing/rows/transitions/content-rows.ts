import type { ContentRows } from '../../../platform/database/write-contents.ts';
import type { ChunkChangeMarks } from '../../../extraction/chunking/chunk-change.ts';
import type { Chunk } from '../../../extraction/chunking/chunk-document.ts';
import {
  POSITION_COLUMNS,
  POSITION_EXCLUDED,
  POSITION_VALUES,
  positionArrays,
  positionParameters,
} from './position-columns.ts';
import type { Transition } from './transition.ts';

export type ChunkRow = Chunk & {
  documentId: string;
  number: number;
  /** Of the first chunk: the text of the document, as `packText` returns it. */
  packedText?: Uint8Array | undefined;
};

/** Chunks of several documents, a row each. */
export const chunksOf = (transitions: readonly Transition[]): ChunkRow[] =>
  transitions.flatMap(({ documentId, packedText, chunks = [] }) =>
    chunks.map((chunk, number) => ({
      documentId,
      number,
      ...chunk,
      packedText: number === 0 ? packedText : undefined,
    })),
  );

/** Rows of chunks. Those that an earlier worker left are replaced, with the text of the document unless that stays. */
export const chunkRows = (
  chunks: readonly ChunkRow[],
  { keepsText = false } = {},
): ContentRows => ({
  isEmpty: chunks.length === 0,
  write: (documents, at) => `INSERT INTO chunks
      (organization_id, document_id, number, text, rendered, document_text, change, ${POSITION_COLUMNS})
    SELECT $1, d.id, c.number, text, rendered, decode(packed, 'base64'), change::jsonb, ${POSITION_VALUES}
    FROM unnest($${at}::uuid[], $${at + 1}::integer[], $${at + 2}::text[], $${at + 3}::text[], $${at + 4}::text[], $${at + 5}::text[],
      ${positionArrays(at + 6)}) AS c (id, number, text, rendered, packed, change, ${POSITION_COLUMNS})
    JOIN ${documents} d ON d.id = c.id
    ON CONFLICT (organization_id, document_id, number)
    DO UPDATE SET text = excluded.text, rendered = excluded.rendered, document_text = ${keepsText ? 'chunks' : 'excluded'}.document_text,
      change = excluded.change, ${POSITION_EXCLUDED}`,
  parameters: [
    chunks.map(({ documentId }) => documentId),
    chunks.map(({ number }) => number),
    chunks.map(({ text }) => text),
    chunks.map(({ rendered }) => rendered ?? null),
    chunks.map(({ packedText }) => packedText && Buffer.from(packedText).toString('base64')),
    chunks.map(({ change }) => (change === undefined ? null : storedChange(change))),
    ...positionParameters(chunks),
  ],
});

/** Returns what the row of a chunk has of a change: what it replaces is in that of the change. */
export function storedChange({ made: _made, ...marks }: ChunkChangeMarks): string {
  return JSON.stringify(marks);
}

/** Deletes the chunks beyond those of the transitions: an earlier worker may have left more. */
export function surplusChunks(transitions: readonly Transition[]): ContentRows {
  const chunked = transitions.filter(({ chunks }) => chunks !== undefined);
  return {
    isEmpty: chunked.length === 0,
    write: (documents, at) => `DELETE FROM chunks c
      USING unnest($${at}::uuid[], $${at + 1}::integer[]) AS s (id, count) JOIN ${documents} d ON d.id = s.id
      WHERE c.organization_id = $1 AND c.document_id = s.id AND c.number >= s.count`,
    parameters: [
      chunked.map(({ documentId }) => documentId),
      chunked.map(({ chunks = [] }) => chunks.length),
    ],
  };
}

/** Adds the text of a document, as `packText` returns it, to its first chunk. */
export const textRow = (packedText: Uint8Array): ContentRows => ({
  isEmpty: false,
  write: (
    documents,
    at,
  ) => `UPDATE chunks c SET document_text = decode($${at}, 'base64') FROM ${documents} d
    WHERE c.organization_id = $1 AND c.document_id = d.id AND c.number = 0`,
  parameters: [Buffer.from(packedText).toString('base64')],
});

export function blockRows(transitions: readonly Transition[]): ContentRows {
  const some = transitions.filter(({ blocks }) => blocks !== undefined);
  return {
    isEmpty: some.length === 0,
    write: (documents, at) => `INSERT INTO document_blocks (organization_id, document_id, blocks)
      SELECT $1, d.id, b.blocks::jsonb FROM unnest($${at}::uuid[], $${at + 1}::text[]) AS b (id, blocks)
      JOIN ${documents} d ON d.id = b.id
      ON CONFLICT (organization_id, document_id) DO UPDATE SET blocks = excluded.blocks`,
    parameters: [
      some.map(({ documentId }) => documentId),
      some.map(({ blocks }) => JSON.stringify(blocks)),
    ],
  };
}

export interface IndexPart {
  documentId: string;
  attempt: string;
  part: Uint8Array;
}

/** Rows of the index of words, until they are folded. */
export const partRows = (parts: readonly IndexPart[]): ContentRows => ({
  isEmpty: parts.length === 0,
  write: (
    documents,
    at,
  ) => `INSERT INTO search_parts (organization_id, document_id, dataset_id, attempt, part)
    SELECT $1, d.id, d.dataset_id, p.attempt, decode(p.part, 'base64')
    FROM unnest($${at}::uuid[], $${at + 1}::uuid[], $${at + 2}::text[]) AS p (id, attempt, part)
    JOIN ${documents} d ON d.id = p.id
    ON CONFLICT (organization_id, document_id) DO UPDATE SET attempt = excluded.attempt, part = excluded.part`,
  parameters: [
    parts.map(({ documentId }) => documentId),
    parts.map(({ attempt }) => attempt),
    parts.map(({ part }) => Buffer.from(part).toString('base64')),
  ],
});
