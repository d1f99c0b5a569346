import type { Database } from '../../database/database.ts';
import { chunkRows, vectorRows, vectorText, type Transition } from './transition.ts';

/** The document, held, for as long as it is the worker's and stands where it stood. */
const OURS = `ours AS MATERIALIZED (
  SELECT id FROM documents
  WHERE organization_id = $1 AND id = $2 AND attempt = $3 AND status = $4 FOR UPDATE)`;

/** An earlier worker may have left more of them. */
const FORGET_SQL = `WITH ${OURS}
  DELETE FROM chunks c USING ours
  WHERE c.organization_id = $1 AND c.document_id = ours.id AND c.number >= $5`;

const CHUNKS_SQL = `WITH ${OURS}
  INSERT INTO chunks (organization_id, document_id, number, text, rendered)
  SELECT $1, ours.id, c.* FROM ours, unnest($5::integer[], $6::text[], $7::text[]) AS c
  ON CONFLICT (organization_id, document_id, number)
  DO UPDATE SET text = excluded.text, rendered = excluded.rendered`;

const VECTORS_SQL = `WITH ${OURS}
  INSERT INTO chunk_vectors (organization_id, document_id, number, vector)
  SELECT $1, ours.id, v.number, decode(v.vector, 'base64')
  FROM ours, unnest($5::integer[], $6::text[]) AS v (number, vector)
  ON CONFLICT (organization_id, document_id, number) DO UPDATE SET vector = excluded.vector`;

/**
 * Writes what was made of one document in pieces of so many rows, so that nobody waits long for the
 * database; gives the move without it. Until that is written, nobody reads these rows, and another
 * try writes over them.
 */
export async function writeAhead(
  database: Database,
  { chunks, vectors, ...move }: Transition,
  rows: number,
): Promise<Transition> {
  const { organizationId, documentId, attempt, from } = move;
  const write = (sql: string, ...values: unknown[]) =>
    database.queryOnce(sql, [organizationId, documentId, attempt, from, ...values], organizationId);
  if (chunks !== undefined) {
    await write(FORGET_SQL, chunks.length);
    for (const piece of piecesOf(chunkRows([{ ...move, chunks }]), rows)) {
      await write(
        CHUNKS_SQL,
        piece.map(({ number }) => number),
        piece.map(({ text }) => text),
        piece.map(({ rendered }) => rendered ?? null),
      );
    }
  }
  for (const piece of piecesOf(vectorRows([{ ...move, vectors: vectors ?? [] }]), rows)) {
    await write(
      VECTORS_SQL,
      piece.map(({ number }) => number),
      piece.map(({ vector }) => vectorText(vector)),
    );
  }
  return move;
}

function piecesOf<Row>(rows: readonly Row[], size: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
}
