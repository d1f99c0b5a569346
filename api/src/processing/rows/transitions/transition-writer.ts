import { StatementRefused } from '../../../platform/database/database-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { measureHeld } from '../../../platform/database/held-time.ts';
import {
  withContentWriter,
  writeContents,
  type ContentWriter,
} from '../../../platform/database/write-contents.ts';
import {
  modelParameters,
  modelSubquery,
  outdateOtherModels,
  vectorRows,
  withVersion,
} from '../../../search-index/vectors/write-vectors.ts';
import { READER_VERSION } from '../../../extraction/partition/reader-version.ts';
import { recordDocumentEvents } from '../../../platform/webhook-events/recorded-events.ts';
import { BatchSize } from '../batch-size.ts';
import { changedDocuments, heldDocuments } from '../document-writes/write-documents.ts';
import { changeRows } from './change-rows.ts';
import { blockRows, chunkRows, chunksOf, partRows, surplusChunks } from './content-rows.ts';
import { signatureRows, signaturesOf } from './signature-rows.ts';
import { vectorPieces, type Transition } from './transition.ts';
import { writeOutput } from './write-output.ts';

export interface TransitionWriter {
  /** False where the document was deleted or claimed by another worker: nothing was written then. */
  write(transition: Transition): Promise<boolean>;
}

/** Transitions in one transaction. */
const TRANSITIONS_MAX = 32;
/** About how many rows are written with them: requests wait for it. */
const ROWS = { first: 125, most: 250, least: 32 } as const;

interface Pending {
  transition: Transition;
  /** The model of the document's vectors. */
  modelId: string | undefined;
  resolve: (written: boolean) => void;
  reject: (error: unknown) => void;
}

/**
 * Writes transitions, with vectors of the model that `modelId` returns. Those requested while a transaction runs share the next
 * one, so that many small documents do not cost a transaction each.
 */
export function createTransitionWriter(
  database: Database,
  modelId: () => string | undefined = () => undefined,
): TransitionWriter {
  const pending: Pending[] = [];
  const size = new BatchSize(ROWS);
  let writing = false;

  const writeAll = async () => {
    writing = true;
    // Transitions of the same tick share a transaction.
    await Promise.resolve();
    while (pending.length > 0) {
      const group = takeGroup(pending, size.rows);
      const { held } = await measureHeld(() => writeGroup(database, group));
      const rows = group.reduce((sum, { transition }) => sum + rowsOf(transition), 0);
      if (held !== undefined) size.note(rows, held);
    }
    writing = false;
  };
  const enqueue = (transition: Transition, model: string | undefined) =>
    new Promise<boolean>((resolve, reject) => {
      pending.push({ transition, modelId: model, resolve, reject });
      if (!writing) void writeAll();
    });
  return {
    write: async (transition) => {
      // A document that was finished while there was no model lacks vectors of every model.
      const isUnembedded = transition.to === 'embedded' && transition.vectors === undefined;
      const model = isUnembedded ? undefined : modelId();
      if (outputRows(transition) <= size.rows) return enqueue(transition, model);
      return enqueue(await writeOutput(database, transition, size.rows, model), model);
    },
  };
}

/** A transaction sees one organization and writes vectors of one model, so a group does too. */
function takeGroup(pending: Pending[], rowsMax: number): Pending[] {
  const first = pending[0];
  const group: Pending[] = [];
  let rows = 0;
  for (let at = 0; at < pending.length && group.length < TRANSITIONS_MAX;) {
    const next = pending[at];
    if (!isAlike(next, first)) {
      at += 1;
      continue;
    }
    rows += rowsOf(next.transition);
    if (group.length > 0 && rows > rowsMax) break;
    group.push(...pending.splice(at, 1));
  }
  return group;
}

const isAlike = (a: Pending | undefined, b: Pending | undefined): a is Pending =>
  a !== undefined &&
  a.transition.organizationId === b?.transition.organizationId &&
  a.modelId === b.modelId;

/** Packed text that is as long as a row of other contents. */
const ROW_BYTES = 4096;

/** Rows that a transition costs; text is written as one row that is as long as many. */
const rowsOf = (transition: Transition): number =>
  1 +
  (transition.blocks?.length ?? 0) +
  Math.floor((transition.packedText?.length ?? 0) / ROW_BYTES) +
  outputRows(transition);

const outputRows = ({ chunks = [], vectors = [] }: Transition): number =>
  chunks.length + vectors.length;

async function writeGroup(database: Database, group: readonly Pending[]): Promise<void> {
  try {
    const organizationId = group[0]?.transition.organizationId ?? '';
    const modelId = group[0]?.modelId;
    const transitions = group.map(({ transition }) => transition);
    const written = await withContentWriter(database, organizationId, (writer) =>
      writeTransitions(writer, modelId, transitions),
    );
    for (const { transition, resolve } of group) resolve(written.has(transition.documentId));
  } catch (error) {
    if (group.length > 1 && error instanceof StatementRefused) {
      // One document that the database refuses must not stop the others.
      for (const one of group) await writeGroup(database, [one]);
    } else {
      for (const { reject } of group) reject(error);
    }
  }
}

const MOVE_SUBQUERIES = `transitions AS MATERIALIZED (
    SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::text[], $9::text[], $10::text[],
      $11::text[], $12::text[])
      AS t (id, attempt, from_status, to_status, error, is_indexed, history, settings_hash, metadata, omitted, off_chunks)
  ), ${heldDocuments('$2')}, ${changedDocuments('moved', {
    set: `status = t.to_status, error = t.error, updated_at = now(),
      bytes_key = CASE WHEN t.from_status = 'ingested' AND t.to_status <> 'partitioning_error' AND d.bytes_key IS NOT NULL
          AND NOT d.to_unpack AND NOT (SELECT keep_originals FROM datasets s WHERE s.organization_id = $1 AND s.id = d.dataset_id) THEN NULL
        ELSE d.bytes_key END,
      history = with_entries(d.history, t.history::jsonb),
      settings_hash = coalesce(t.settings_hash, d.settings_hash),
      read_metadata = CASE WHEN t.metadata IS NULL THEN d.read_metadata ELSE nullif(t.metadata::jsonb, '{}') END,
      omitted = CASE WHEN t.omitted IS NULL THEN d.omitted ELSE nullif(t.omitted::jsonb, '[]') END,
      reader = CASE WHEN t.omitted IS NULL THEN d.reader ELSE ${READER_VERSION} END,
      off_chunks = CASE WHEN t.is_indexed THEN t.off_chunks::integer[] ELSE d.off_chunks END,
      chunk_attempt = CASE WHEN t.is_indexed THEN t.attempt ELSE d.chunk_attempt END`,
    from: 'transitions t',
    where: 't.id = held.id AND d.attempt = t.attempt AND d.status = t.from_status',
  })}, ${recordDocumentEvents('moved')}, ${modelSubquery('moved', 13)}, embedded AS (
    SELECT dataset_id FROM moved WHERE status = 'embedded'
  ), ${outdateOtherModels('embedded', '$13')}`;

/**
 * Writes transitions of one organization with their outputs, and returns the ids of the documents that the worker
 * still had.
 */
export async function writeTransitions(
  writer: ContentWriter,
  modelId: string | undefined,
  transitions: readonly Transition[],
): Promise<Set<string>> {
  const pieces = vectorPieces(transitions);
  const ids = await writeContents(writer, {
    subqueries: MOVE_SUBQUERIES,
    select: withVersion('moved'),
    parameters: [
      transitions[0]?.organizationId ?? '',
      transitions.map(({ documentId }) => documentId),
      transitions.map(({ attempt }) => attempt),
      transitions.map(({ from }) => from),
      transitions.map(({ to }) => to),
      transitions.map(({ error }) => error ?? null),
      transitions.map(({ part, isIndexed }) => isIndexed === true || part !== undefined),
      transitions.map(({ history }) => (history === undefined ? null : JSON.stringify(history))),
      transitions.map(({ settingsHash }) => settingsHash ?? null),
      transitions.map(({ metadata }) => (metadata === undefined ? null : JSON.stringify(metadata))),
      transitions.map(({ omitted }) => (omitted === undefined ? null : JSON.stringify(omitted))),
      transitions.map(({ changes }) =>
        changes === undefined || changes.off.length === 0 ? null : `{${changes.off.join(',')}}`,
      ),
      ...modelParameters(modelId, pieces),
    ],
    contents: [
      blockRows(transitions),
      surplusChunks(transitions),
      chunkRows(chunksOf(transitions)),
      signatureRows(signaturesOf(transitions)),
      ...vectorRows(modelId, pieces),
      partRows(
        transitions.flatMap(({ documentId, attempt, part }) =>
          part === undefined ? [] : [{ documentId, attempt, part }],
        ),
      ),
      ...changeRows(transitions),
    ],
  });
  return new Set(ids);
}
