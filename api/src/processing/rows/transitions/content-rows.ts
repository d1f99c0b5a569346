import type { ContentRows } from '../../../platform/database/write-contents.ts';
import type { Chunk } from '../../../extraction/chunking/chunk-document.ts';
import {
  POSITION_COLUMNS,
  POSITION_EXCLUDED,
  POSITION_VALUES,
  positionArrays,
  positionParameters,
} from './position-columns.ts';
import type { Transition } from './transition.ts';

export type ChunkRow = Chunk & { documentId: string; number: number };

/** Chunks of several documents, a row each. */
export const chunksOf = (transitions: readonly Transition[]): ChunkRow[] =>
  transitions.flatMap(({ documentId, chunks = [] }) =>
    chunks.map((chunk, number) => ({ documentId, number, ...chunk })),
  );

/** Rows of chunks. Those that an earlier worker left are replaced. */
export const chunkRows = (chunks: readonly ChunkRow[]): ContentRows => ({
  isEmpty: chunks.length === 0,
  write: (documents, at) => `INSERT INTO chunks
      (organization_id, document_id, number, text, rendered, ${POSITION_COLUMNS})
    SELECT $1, d.id, c.number, text, rendered, ${POSITION_VALUES}
    FROM unnest($${at}::uuid[], $${at + 1}::integer[], $${at + 2}::text[], $${at + 3}::text[], ${positionArrays(at + 4)})
      AS c (id, number, text, rendered, ${POSITION_COLUMNS})
    JOIN ${documents} d ON d.id = c.id
    ON CONFLICT (organization_id, document_id, number)
    DO UPDATE SET text = excluded.text, rendered = excluded.rendered, ${POSITION_EXCLUDED}`,
  parameters: [
    chunks.map(({ documentId }) => documentId),
    chunks.map(({ number }) => number),
    chunks.map(({ text }) => text),
    chunks.map(({ rendered }) => rendered ?? null),
    ...positionParameters(chunks),
  ],
});

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

/** Rows of the texts of small documents. */
export function textRows(
  transitions: readonly Pick<Transition, 'documentId' | 'attempt' | 'packedText'>[],
): ContentRows {
  const texts = transitions.flatMap(({ documentId, attempt, packedText }) =>
    packedText === undefined ? [] : [{ documentId, attempt, packedText }],
  );
  return {
    isEmpty: texts.length === 0,
    write: (
      documents,
      at,
    ) => `INSERT INTO document_texts (organization_id, document_id, attempt, packed)
      SELECT $1, d.id, t.attempt, decode(t.packed, 'base64')
      FROM unnest($${at}::uuid[], $${at + 1}::uuid[], $${at + 2}::text[]) AS t (id, attempt, packed)
      JOIN ${documents} d ON d.id = t.id
      ON CONFLICT (organization_id, document_id) DO UPDATE SET attempt = excluded.attempt, packed = excluded.packed`,
    parameters: [
      texts.map(({ documentId }) => documentId),
      texts.map(({ attempt }) => attempt),
      texts.map(({ packedText }) => Buffer.from(packedText).toString('base64')),
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
