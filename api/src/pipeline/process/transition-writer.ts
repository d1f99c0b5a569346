import { StatementRefused } from '../../database/database-error.ts';
import type { Database } from '../../database/database.ts';
import { heldDocuments } from '../lock-documents.ts';
import { chunkRows, vectorRows, vectorText, type Transition } from './transition.ts';
import { writeAhead } from './write-output.ts';

export interface TransitionWriter {
  /** False where the document has gone, or is another worker's by now: nothing was written then. */
  write(move: Transition): Promise<boolean>;
}

/** Moves written in one transaction at most, and about how many rows with them: others wait for it. */
const GROUP_MAX = { moves: 32, rows: 250 } as const;

interface Pending {
  move: Transition;
  resolve: (written: boolean) => void;
  reject: (error: unknown) => void;
}

/**
 * Writes stage moves. Those that come in while a transaction runs are written by the next one
 * together, so that many small documents do not cost a transaction each.
 */
export function createTransitionWriter(database: Database): TransitionWriter {
  const pending: Pending[] = [];
  let writing = false;

  const writeAll = async () => {
    writing = true;
    // What is written in the same breath goes together.
    await Promise.resolve();
    while (pending.length > 0) await writeGroup(database, takeGroup(pending));
    writing = false;
  };
  const enter = (move: Transition) =>
    new Promise<boolean>((resolve, reject) => {
      pending.push({ move, resolve, reject });
      if (!writing) void writeAll();
    });
  return {
    write: (move) =>
      madeBy(move) > GROUP_MAX.rows
        ? writeAhead(database, move, GROUP_MAX.rows).then(enter)
        : enter(move),
  };
}

/** A transaction sees one organization only, so a group does too. */
function takeGroup(pending: Pending[]): Pending[] {
  const organizationId = pending[0]?.move.organizationId;
  const group: Pending[] = [];
  let rows = 0;
  for (let at = 0; at < pending.length && group.length < GROUP_MAX.moves;) {
    const next = pending[at];
    if (next === undefined || next.move.organizationId !== organizationId) {
      at += 1;
      continue;
    }
    rows += rowsOf(next.move);
    if (group.length > 0 && rows > GROUP_MAX.rows) break;
    group.push(...pending.splice(at, 1));
  }
  return group;
}

/** Rows that a move writes; blocks are one row, as long as many. */
const rowsOf = (move: Transition): number => 1 + (move.blocks?.length ?? 0) + madeBy(move);

const madeBy = ({ chunks = [], vectors = [] }: Transition): number =>
  chunks.length + vectors.length;

async function writeGroup(database: Database, group: readonly Pending[]): Promise<void> {
  try {
    const written = await writeMoves(
      database,
      group.map(({ move }) => move),
    );
    for (const { move, resolve } of group) resolve(written.has(move.documentId));
  } catch (error) {
    if (group.length > 1 && error instanceof StatementRefused) {
      // What the database refuses of one document must not stop the others.
      for (const one of group) await writeGroup(database, [one]);
    } else {
      for (const { reject } of group) reject(error);
    }
  }
}

/** Moves the documents and writes what was made of them, in one trip to the database. */
const WRITE_SQL = `WITH moves AS MATERIALIZED (
    SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[])
      AS m (id, attempt, from_status, to_status, error, blocks)
  ), ${heldDocuments('$2')}, moved AS (
    UPDATE documents d SET status = m.to_status, error = m.error, updated_at = now(),
      bytes_key = CASE WHEN m.from_status = 'ingested' AND m.to_status <> 'partitioning_error' THEN NULL
        ELSE d.bytes_key END
    FROM held, moves m
    WHERE d.organization_id = $1 AND d.id = held.id AND m.id = held.id
      AND d.attempt = m.attempt AND d.status = m.from_status
    RETURNING d.id
  ), of_blocks AS (
    INSERT INTO document_blocks (organization_id, document_id, blocks)
    SELECT $1, id, m.blocks::jsonb FROM moves m JOIN moved USING (id) WHERE m.blocks IS NOT NULL
    ON CONFLICT (organization_id, document_id) DO UPDATE SET blocks = excluded.blocks
  ), of_chunks AS (
    INSERT INTO chunks (organization_id, document_id, number, text, rendered)
    SELECT $1, id, number, text, rendered
    FROM unnest($8::uuid[], $9::integer[], $10::text[], $11::text[]) AS c (id, number, text, rendered)
    JOIN moved USING (id)
  ), of_vectors AS (
    INSERT INTO chunk_vectors (organization_id, document_id, number, vector)
    SELECT $1, id, number, decode(vector, 'base64')
    FROM unnest($12::uuid[], $13::integer[], $14::text[]) AS v (id, number, vector)
    JOIN moved USING (id)
  )
  SELECT id FROM moved`;

/** Gives the ids of the documents that were still the worker's. */
async function writeMoves(database: Database, moves: readonly Transition[]): Promise<Set<string>> {
  const organizationId = moves[0]?.organizationId ?? '';
  const [chunks, vectors] = [chunkRows(moves), vectorRows(moves)];
  const rows = await database.queryOnce<{ id: string }>(
    WRITE_SQL,
    [
      organizationId,
      moves.map(({ documentId }) => documentId),
      moves.map(({ attempt }) => attempt),
      moves.map(({ from }) => from),
      moves.map(({ to }) => to),
      moves.map(({ error }) => error ?? null),
      moves.map(({ blocks }) => (blocks === undefined ? null : JSON.stringify(blocks))),
      chunks.map(({ documentId }) => documentId),
      chunks.map(({ number }) => number),
      chunks.map(({ text }) => text),
      chunks.map(({ rendered }) => rendered ?? null),
      vectors.map(({ documentId }) => documentId),
      vectors.map(({ number }) => number),
      vectors.map(({ vector }) => vectorText(vector)),
    ],
    organizationId,
  );
  return new Set(rows.map(({ id }) => id));
}
