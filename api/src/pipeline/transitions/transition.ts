import type { DocumentMetadata, DocumentStatus } from '@carrel/shared/contract';

import type { Database } from '../../database/database.ts';
import type { Chunk } from '../chunking/chunk-document.ts';
import {
  vectorParameters,
  vectorSubqueries,
  type VectorPiece,
} from '../../search-index/vectors/write-vectors.ts';
import type { Block } from '../partition/block.ts';
import type { StageEntry } from './stage-entry.ts';
import {
  POSITION_COLUMNS,
  POSITION_EXCLUDED,
  POSITION_VALUES,
  positionArrays,
  positionParameters,
} from './position-columns.ts';

/** A document's move from one stage to the next, with the output of that stage. */
export interface Transition {
  organizationId: string;
  documentId: string;
  /** The token under which the document was claimed. */
  attempt: string;
  from: DocumentStatus;
  to: DocumentStatus;
  error?: string;
  blocks?: readonly Block[];
  /** What the file says about itself; absent where it was not read. */
  metadata?: DocumentMetadata;
  chunks?: readonly Chunk[];
  /** The index of the chunks' words. */
  part?: Uint8Array;
  /** Whether the part was written before: the document is searched from this transition on. */
  isIndexed?: boolean;
  vectors?: readonly Uint8Array[];
  /** What happened since the last transition. */
  history?: readonly StageEntry[];
  /** Of the settings that the chunks were made with. */
  settingsHash?: string;
}

/** Chunks of several documents, a row each. */
export const chunkRows = (transitions: readonly Transition[]) =>
  transitions.flatMap(({ documentId, chunks = [] }) =>
    chunks.map((chunk, number) => ({ documentId, number, ...chunk })),
  );

/** Vectors of several documents. */
export const vectorPieces = (transitions: readonly Transition[]): VectorPiece[] =>
  transitions.map(({ documentId, vectors = [] }) => ({ documentId, first: 0, vectors }));

/** Bytes as a parameter of a statement. */
export const bytesText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** The document, locked, if the worker still has it at the same stage. */
const OURS = `ours AS MATERIALIZED (
  SELECT id, dataset_id FROM documents
  WHERE organization_id = $1 AND id = $2 AND attempt = $3 AND status = $4 FOR UPDATE)`;

/** An earlier worker may have left more chunks. */
const DELETE_SQL = `WITH ${OURS}
  DELETE FROM chunks c USING ours
  WHERE c.organization_id = $1 AND c.document_id = ours.id AND c.number >= $5`;

const CHUNKS_SQL = `WITH ${OURS}
  INSERT INTO chunks (organization_id, document_id, number, text, rendered, ${POSITION_COLUMNS})
  SELECT $1, ours.id, number, text, rendered, ${POSITION_VALUES}
  FROM ours, unnest($5::integer[], $6::text[], $7::text[], ${positionArrays(8)})
    AS c (number, text, rendered, ${POSITION_COLUMNS})
  ON CONFLICT (organization_id, document_id, number)
  DO UPDATE SET text = excluded.text, rendered = excluded.rendered, ${POSITION_EXCLUDED}`;

const VECTORS_SQL = `WITH ${OURS}, ${vectorSubqueries('ours', 5)}
  SELECT FROM of_models`;

const PART_SQL = `WITH ${OURS}
  INSERT INTO search_parts (organization_id, document_id, dataset_id, attempt, part)
  SELECT $1, d.id, d.dataset_id, $3, decode($5, 'base64') FROM ours JOIN documents d ON d.organization_id = $1 AND d.id = ours.id
  ON CONFLICT (organization_id, document_id)
  DO UPDATE SET attempt = excluded.attempt, part = excluded.part`;

/**
 * Writes the output of a transition in pieces of at most `rows` rows, so that requests do not wait long
 * for the database; returns the transition without it. No reader looks at these rows before the
 * transition is written, and a retry overwrites them.
 */
export async function writeOutput(
  database: Database,
  { chunks, vectors, part, ...transition }: Transition,
  rows: number,
  modelId: string | undefined,
): Promise<Transition> {
  const { organizationId, documentId, attempt, from } = transition;
  const write = (sql: string, ...values: unknown[]) =>
    database.queryOnce(sql, [organizationId, documentId, attempt, from, ...values], organizationId);
  if (chunks !== undefined) {
    await write(DELETE_SQL, chunks.length);
    for (const piece of piecesOf(chunkRows([{ ...transition, chunks }]), rows)) {
      await write(
        CHUNKS_SQL,
        piece.map(({ number }) => number),
        piece.map(({ text }) => text),
        piece.map(({ rendered }) => rendered ?? null),
        ...positionParameters(piece),
      );
    }
  }
  for (const [index, piece] of piecesOf(vectors ?? [], rows).entries()) {
    const pieces = [{ documentId, first: index * rows, vectors: piece }];
    await write(VECTORS_SQL, ...vectorParameters(modelId, pieces));
  }
  if (part === undefined) return transition;
  await write(PART_SQL, bytesText(part));
  return { ...transition, isIndexed: true };
}

function piecesOf<Row>(rows: readonly Row[], size: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
}
