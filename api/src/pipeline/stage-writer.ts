import type { DocumentStatus } from '@carrel/shared/contract';

import { StatementRefused } from '../database/database-error.ts';
import type { Database, Queryable } from '../database/database.ts';
import type { Chunk } from './chunking/chunk-document.ts';
import { lockDocuments } from './lock-documents.ts';
import type { Block } from './partition/block.ts';

/** A document going from one stage to the next, with what that stage made of it. */
export interface StageMove {
  organizationId: string;
  documentId: string;
  /** The token under which the document was claimed. */
  attempt: string;
  from: DocumentStatus;
  to: DocumentStatus;
  error?: string;
  blocks?: readonly Block[];
  chunks?: readonly Chunk[];
  vectors?: readonly Uint8Array[];
}

export interface StageWriter {
  /** False where the document has gone, or is another worker's by now: nothing was written then. */
  write(move: StageMove): Promise<boolean>;
}

/** Moves written in one transaction at most, and about how many rows with them: others wait for it. */
const GROUP_MAX = { moves: 64, rows: 500 } as const;

interface Pending {
  move: StageMove;
  resolve: (written: boolean) => void;
  reject: (error: unknown) => void;
}

/**
 * Writes stage moves. Those that come in while a transaction runs are written by the next one
 * together, so that many small documents do not cost a transaction each.
 */
export function createStageWriter(database: Database): StageWriter {
  const pending: Pending[] = [];
  let writing = false;

  const writeAll = async () => {
    writing = true;
    while (pending.length > 0) await writeGroup(database, takeGroup(pending));
    writing = false;
  };
  return {
    write: (move) =>
      new Promise((resolve, reject) => {
        pending.push({ move, resolve, reject });
        if (!writing) void writeAll();
      }),
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
function rowsOf({ blocks = [], chunks = [], vectors = [] }: StageMove): number {
  return 1 + blocks.length + chunks.length + vectors.length;
}

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

async function writeMoves(database: Database, moves: readonly StageMove[]): Promise<Set<string>> {
  const ordered = [...moves].sort((a, b) => (a.documentId < b.documentId ? -1 : 1));
  const organizationId = ordered[0]?.organizationId ?? '';
  return database.tenant(organizationId, async (tx) => {
    await lockDocuments(
      tx,
      organizationId,
      ordered.map(({ documentId }) => documentId),
    );
    const written = await moveStatuses(tx, organizationId, ordered);
    const accepted = ordered.filter(({ documentId }) => written.has(documentId));
    await writeBlocks(tx, organizationId, accepted);
    await writeChunks(tx, organizationId, accepted);
    await writeVectors(tx, organizationId, accepted);
    return written;
  });
}

async function moveStatuses(
  tx: Queryable,
  organizationId: string,
  moves: readonly StageMove[],
): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `UPDATE documents d SET status = m.to_status, error = m.error, updated_at = now(),
       bytes_key = CASE m.to_status WHEN 'partitioned' THEN NULL ELSE d.bytes_key END
     FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[])
       AS m (id, attempt, from_status, to_status, error)
     WHERE d.organization_id = $1 AND d.id = m.id AND d.attempt = m.attempt AND d.status = m.from_status
     RETURNING d.id`,
    [
      organizationId,
      moves.map(({ documentId }) => documentId),
      moves.map(({ attempt }) => attempt),
      moves.map(({ from }) => from),
      moves.map(({ to }) => to),
      moves.map(({ error }) => error ?? null),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

async function writeBlocks(
  tx: Queryable,
  organizationId: string,
  moves: readonly StageMove[],
): Promise<void> {
  const rows = moves.filter(({ blocks }) => blocks !== undefined);
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO document_blocks (organization_id, document_id, blocks)
     SELECT $1, id, blocks::jsonb FROM unnest($2::uuid[], $3::text[]) AS b (id, blocks)
     ON CONFLICT (organization_id, document_id) DO UPDATE SET blocks = excluded.blocks`,
    [
      organizationId,
      rows.map(({ documentId }) => documentId),
      rows.map(({ blocks }) => JSON.stringify(blocks)),
    ],
  );
}

async function writeChunks(
  tx: Queryable,
  organizationId: string,
  moves: readonly StageMove[],
): Promise<void> {
  const rows = moves.flatMap(({ documentId, chunks = [] }) =>
    chunks.map((chunk, number) => ({ documentId, number, ...chunk })),
  );
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO chunks (organization_id, document_id, number, text, rendered)
     SELECT $1, * FROM unnest($2::uuid[], $3::integer[], $4::text[], $5::text[])`,
    [
      organizationId,
      rows.map(({ documentId }) => documentId),
      rows.map(({ number }) => number),
      rows.map(({ text }) => text),
      rows.map(({ rendered }) => rendered ?? null),
    ],
  );
}

async function writeVectors(
  tx: Queryable,
  organizationId: string,
  moves: readonly StageMove[],
): Promise<void> {
  const rows = moves.flatMap(({ documentId, vectors = [] }) =>
    vectors.map((vector, number) => ({ documentId, number, vector })),
  );
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO chunk_vectors (organization_id, document_id, number, vector)
     SELECT $1, id, number, decode(vector, 'base64')
     FROM unnest($2::uuid[], $3::integer[], $4::text[]) AS v (id, number, vector)`,
    [
      organizationId,
      rows.map(({ documentId }) => documentId),
      rows.map(({ number }) => number),
      rows.map(({ vector }) => Buffer.from(vector).toString('base64')),
    ],
  );
}
