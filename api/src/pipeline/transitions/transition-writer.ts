import { StatementRefused } from '../../database/database-error.ts';
import type { Database } from '../../database/database.ts';
import {
  outdateOtherModels,
  vectorParameters,
  vectorSubqueries,
} from '../../search-index/vectors/write-vectors.ts';
import { noteDocuments } from '../../webhook-events/noted-rows.ts';
import {
  POSITION_COLUMNS,
  POSITION_VALUES,
  positionArrays,
  positionParameters,
} from './position-columns.ts';
import { bytesText, chunkRows, vectorPieces, writeOutput, type Transition } from './transition.ts';
import { changedDocuments, heldDocuments } from '../document-writes/write-documents.ts';

export interface TransitionWriter {
  /** False where the document was deleted or claimed by another worker: nothing was written then. */
  write(transition: Transition): Promise<boolean>;
}

/** Transitions in one transaction, and about how many rows with them: requests wait for it. */
const GROUP_MAX = { transitions: 32, rows: 250 } as const;

interface Pending {
  transition: Transition;
  resolve: (written: boolean) => void;
  reject: (error: unknown) => void;
}

/**
 * Writes transitions, with vectors of one model. Those requested while a transaction runs share the next
 * one, so that many small documents do not cost a transaction each.
 */
export function createTransitionWriter(database: Database, modelId?: string): TransitionWriter {
  const pending: Pending[] = [];
  let writing = false;

  const writeAll = async () => {
    writing = true;
    // Transitions of the same tick share a transaction.
    await Promise.resolve();
    while (pending.length > 0) await writeGroup(database, modelId, takeGroup(pending));
    writing = false;
  };
  const enqueue = (transition: Transition) =>
    new Promise<boolean>((resolve, reject) => {
      pending.push({ transition, resolve, reject });
      if (!writing) void writeAll();
    });
  return {
    write: (transition) =>
      outputRows(transition) > GROUP_MAX.rows
        ? writeOutput(database, transition, GROUP_MAX.rows, modelId).then(enqueue)
        : enqueue(transition),
  };
}

/** A transaction sees one organization only, so a group does too. */
function takeGroup(pending: Pending[]): Pending[] {
  const organizationId = pending[0]?.transition.organizationId;
  const group: Pending[] = [];
  let rows = 0;
  for (let at = 0; at < pending.length && group.length < GROUP_MAX.transitions;) {
    const next = pending[at];
    if (next === undefined || next.transition.organizationId !== organizationId) {
      at += 1;
      continue;
    }
    rows += rowsOf(next.transition);
    if (group.length > 0 && rows > GROUP_MAX.rows) break;
    group.push(...pending.splice(at, 1));
  }
  return group;
}

/** Rows that a transition costs; blocks are written as one row that is as long as many. */
const rowsOf = (transition: Transition): number =>
  1 + (transition.blocks?.length ?? 0) + outputRows(transition);

const outputRows = ({ chunks = [], vectors = [] }: Transition): number =>
  chunks.length + vectors.length;

async function writeGroup(
  database: Database,
  modelId: string | undefined,
  group: readonly Pending[],
): Promise<void> {
  try {
    const organizationId = group[0]?.transition.organizationId ?? '';
    const written = await writeTransitions(
      (sql, parameters) => database.queryOnce(sql, parameters, organizationId),
      modelId,
      group.map(({ transition }) => transition),
    );
    for (const { transition, resolve } of group) resolve(written.has(transition.documentId));
  } catch (error) {
    if (group.length > 1 && error instanceof StatementRefused) {
      // One document that the database refuses must not stop the others.
      for (const one of group) await writeGroup(database, modelId, [one]);
    } else {
      for (const { reject } of group) reject(error);
    }
  }
}

/** Writes transitions with their outputs, in one trip to the database. */
const WRITE_SQL = `WITH transitions AS MATERIALIZED (
    SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $20::boolean[], $21::text[], $22::text[], $23::text[], $30::text[])
      AS t (id, attempt, from_status, to_status, error, blocks, is_indexed, part, history, settings_hash, metadata)
  ), ${heldDocuments('$2')}, ${changedDocuments('moved', {
    set: `status = t.to_status, error = t.error, updated_at = now(),
      bytes_key = CASE WHEN t.from_status = 'ingested' AND t.to_status <> 'partitioning_error' AND d.bytes_key IS NOT NULL
          AND NOT d.to_unpack AND NOT (SELECT keep_originals FROM datasets s WHERE s.organization_id = $1 AND s.id = d.dataset_id) THEN NULL
        ELSE d.bytes_key END,
      history = with_entries(d.history, t.history::jsonb),
      settings_hash = coalesce(t.settings_hash, d.settings_hash),
      read_metadata = CASE WHEN t.metadata IS NULL THEN d.read_metadata ELSE nullif(t.metadata::jsonb, '{}') END,
      chunk_attempt = CASE WHEN t.is_indexed THEN t.attempt ELSE d.chunk_attempt END`,
    from: 'transitions t',
    where: 't.id = held.id AND d.attempt = t.attempt AND d.status = t.from_status',
  })}, ${noteDocuments('moved')}, of_blocks AS (
    INSERT INTO document_blocks (organization_id, document_id, blocks)
    SELECT $1, id, t.blocks::jsonb FROM transitions t JOIN moved USING (id) WHERE t.blocks IS NOT NULL
    ON CONFLICT (organization_id, document_id) DO UPDATE SET blocks = excluded.blocks
  ), of_chunks AS (
    INSERT INTO chunks (organization_id, document_id, number, text, rendered, ${POSITION_COLUMNS})
    SELECT $1, id, number, text, rendered, ${POSITION_VALUES}
    FROM unnest($8::uuid[], $9::integer[], $10::text[], $11::text[], ${positionArrays(24)})
      AS c (id, number, text, rendered, ${POSITION_COLUMNS})
    JOIN moved USING (id)
  ), ${vectorSubqueries('moved', 12)}, embedded AS (
    SELECT dataset_id FROM moved WHERE status = 'embedded'
  ), ${outdateOtherModels('embedded', '$12')}, of_parts AS (
    INSERT INTO search_parts (organization_id, document_id, dataset_id, attempt, part)
    SELECT $1, id, moved.dataset_id, t.attempt, decode(t.part, 'base64')
    FROM transitions t JOIN moved USING (id) WHERE t.part IS NOT NULL
    ON CONFLICT (organization_id, document_id) DO UPDATE SET attempt = excluded.attempt, part = excluded.part
  )
  SELECT id FROM moved`;

/** Writes transitions of one organization, and returns the ids of the documents that the worker still had. */
export async function writeTransitions(
  query: (sql: string, parameters: readonly unknown[]) => Promise<{ id: string }[]>,
  modelId: string | undefined,
  transitions: readonly Transition[],
): Promise<Set<string>> {
  const organizationId = transitions[0]?.organizationId ?? '';
  const chunks = chunkRows(transitions);
  const rows = await query(WRITE_SQL, [
    organizationId,
    transitions.map(({ documentId }) => documentId),
    transitions.map(({ attempt }) => attempt),
    transitions.map(({ from }) => from),
    transitions.map(({ to }) => to),
    transitions.map(({ error }) => error ?? null),
    transitions.map(({ blocks }) => (blocks === undefined ? null : JSON.stringify(blocks))),
    chunks.map(({ documentId }) => documentId),
    chunks.map(({ number }) => number),
    chunks.map(({ text }) => text),
    chunks.map(({ rendered }) => rendered ?? null),
    ...vectorParameters(modelId, vectorPieces(transitions)),
    transitions.map(({ part, isIndexed }) => isIndexed === true || part !== undefined),
    transitions.map(({ part }) => (part === undefined ? null : bytesText(part))),
    transitions.map(({ history }) => (history === undefined ? null : JSON.stringify(history))),
    transitions.map(({ settingsHash }) => settingsHash ?? null),
    ...positionParameters(chunks),
    transitions.map(({ metadata }) => (metadata === undefined ? null : JSON.stringify(metadata))),
  ]);
  return new Set(rows.map(({ id }) => id));
}
