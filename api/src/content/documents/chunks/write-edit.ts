import { randomUUID } from 'node:crypto';

import { CHUNK_CHANGES_MAX, type DocumentStatus } from '@carrel/shared/contract';

import type { Database, Queryable } from '../../../platform/database/database.ts';
import { contentWriter, writeContents } from '../../../platform/database/write-contents.ts';
import { conflict, notFound } from '../../../platform/http/problems.ts';
import type { Queue } from '../../../platform/queue.ts';
import { embedChangedJob } from '../../../processing/jobs/model-change/embed-changed-job.ts';
import { updateUncounted } from '../../../processing/rows/document-writes/write-documents.ts';
import { requestJob } from '../../../processing/rows/request-job.ts';
import { chunkRows, partRows } from '../../../processing/rows/transitions/content-rows.ts';
import {
  POSITION_COLUMNS,
  POSITION_EXCLUDED,
} from '../../../processing/rows/transitions/position-columns.ts';
import { moveVectors } from '../../../search-index/vectors/move-vectors.ts';
import type { ChunkEdit } from './chunk-edit.ts';
import { requireChunks, type EditedDocument } from './edited-document.ts';

/** What is written of an edit: its chunks as they are rendered, and the index of the document. */
export interface WrittenEdit {
  document: EditedDocument;
  edit: ChunkEdit;
  part: Uint8Array;
  accountId: string | undefined;
}

interface Row {
  status: DocumentStatus;
  version: string | null;
  reprocessing: boolean;
  ocr: boolean;
}

/**
 * Writes chunks that a person changed, with their words, in the caller's transaction. Their vectors are made by a job;
 * until then they have none. Returns the new version of the chunks; undefined where these were changed since they were
 * read.
 * @throws {Problem} 404; 409 where the document is processed at present, or has too many changes.
 */
export async function writeEdit(
  tx: Queryable,
  { database, queue }: { database: Database; queue: Queue },
  { document, edit, part, accountId }: WrittenEdit,
): Promise<string | undefined> {
  const { organizationId, datasetId, documentId } = document.place;
  const [row] = await tx.query<Row>(
    `SELECT status, chunk_attempt AS version, reprocessing, ocr_left > 0 AS ocr FROM documents
     WHERE organization_id = $1 AND dataset_id = $2 AND id = $3 FOR UPDATE`,
    [organizationId, datasetId, documentId],
  );
  if (row === undefined) throw notFound('document');
  if (requireChunks(row.status, row.version) !== document.version) return undefined;
  await saveChanges(tx, document, edit, accountId);
  const version = randomUUID();
  await updateDocument(tx, document, edit, version);
  await replaceChunks(tx, database, document, edit, { version, part });
  // A run that has the document now would write what it read before: another one begins anew.
  if (row.status === 'chunked') await requestJob(queue, organizationId, 'process', tx);
  if (row.reprocessing) await requestJob(queue, organizationId, row.ocr ? 'ocr' : 'reprocess', tx);
  await tx.query(
    `UPDATE dataset_models SET after_path = ''
     WHERE organization_id = $1 AND dataset_id = $2 AND NOT complete AND after_path <> ''`,
    [organizationId, datasetId],
  );
  if (row.status === 'embedded') {
    await embedChangedJob.send(queue, { organizationId, documentId }, { tx });
  }
  await tx.query('CALL note_change($1::uuid, ARRAY[$2::uuid], false, false)', [
    datasetId,
    documentId,
  ]);
  return version;
}

async function saveChanges(
  tx: Queryable,
  { place: { organizationId, datasetId, documentId }, changes }: EditedDocument,
  { save, remove }: ChunkEdit,
  accountId: string | undefined,
): Promise<void> {
  if (remove.length > 0) {
    await tx.query(
      'DELETE FROM chunk_changes WHERE organization_id = $1 AND document_id = $2 AND id = ANY ($3::uuid[])',
      [organizationId, documentId, remove],
    );
  }
  if (save === undefined) return;
  if (!changes.has(save.id)) {
    const [counts = { own: 0, all: 0 }] = await tx.query<{ own: number; all: number }>(
      `SELECT count(*) FILTER (WHERE c.document_id = $3) AS own, count(*) AS all
       FROM chunk_changes c JOIN documents d ON d.organization_id = c.organization_id AND d.id = c.document_id
       WHERE c.organization_id = $1 AND d.dataset_id = $2`,
      [organizationId, datasetId, documentId],
    );
    if (counts.own >= CHUNK_CHANGES_MAX.document) throw tooMany('document');
    if (counts.all >= CHUNK_CHANGES_MAX.dataset) throw tooMany('dataset');
  }
  await tx.query(
    `INSERT INTO chunk_changes (organization_id, document_id, id, start_offset, end_offset, passage, pieces, replaced, changed_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7::text::jsonb, $8::text::jsonb, $9)
     ON CONFLICT (organization_id, document_id, id) DO UPDATE SET start_offset = excluded.start_offset,
       end_offset = excluded.end_offset, passage = excluded.passage, pieces = excluded.pieces,
       replaced = excluded.replaced, changed_by = excluded.changed_by, changed_at = now(), lost_at = NULL`,
    [
      organizationId,
      documentId,
      save.id,
      save.start,
      save.end,
      save.passage,
      JSON.stringify(save.pieces),
      JSON.stringify(save.replaced),
      accountId ?? null,
    ],
  );
}

const tooMany = (what: 'document' | 'dataset') =>
  conflict(
    `The chunks of a ${what} have at most ${CHUNK_CHANGES_MAX[what].toLocaleString('en-US')} changes. Undo or discard some first.`,
  );

/** Changes that follow each other are one entry of the history, so that they leave what it says of processing. */
const HISTORY = `CASE WHEN d.history->-1->>'stage' = 'change'
    THEN (d.history - -1) || jsonb_build_array(jsonb_build_object('stage', 'change', 'at', $4::text,
      'chunks', coalesce((d.history->-1->>'chunks')::integer, 1) + 1))
    ELSE with_entries(d.history, jsonb_build_array(jsonb_build_object('stage', 'change', 'at', $4::text, 'chunks', 1))) END`;

async function updateDocument(
  tx: Queryable,
  { place: { organizationId, documentId }, chunks }: EditedDocument,
  { first, count, chunks: made }: ChunkEdit,
  version: string,
): Promise<void> {
  const all = chunks.toSpliced(first, count, ...made.map((chunk) => ({ ...chunk, number: 0 })));
  const off = all.flatMap(({ change }, number) => (change?.off === true ? [number] : []));
  await tx.query(
    `${updateUncounted(`chunk_attempt = $3::uuid, off_chunks = $5::integer[], history = ${HISTORY},
       attempt = CASE WHEN d.status IN ('chunked') OR d.ocr_left > 0 THEN NULL ELSE $3::uuid END,
       turn = CASE WHEN d.status IN ('chunked') OR d.reprocessing THEN NULL ELSE d.turn END`)}
     WHERE d.organization_id = $1 AND d.id = $2`,
    [organizationId, documentId, version, new Date().toISOString(), off.length === 0 ? null : off],
  );
}

async function replaceChunks(
  tx: Queryable,
  database: Database,
  { place, chunks: before }: EditedDocument,
  { first, count, chunks }: ChunkEdit,
  { version, part }: { version: string; part: Uint8Array },
): Promise<void> {
  const { organizationId, datasetId, documentId } = place;
  const made = chunks.length;
  if (made !== count) {
    await tx.query(
      `INSERT INTO chunks (organization_id, document_id, number, text, rendered, change, ${POSITION_COLUMNS})
       SELECT $1, $2, number + $4, text, rendered, change, ${POSITION_COLUMNS} FROM chunks
       WHERE organization_id = $1 AND document_id = $2 AND number >= $3
       ON CONFLICT (organization_id, document_id, number) DO UPDATE SET text = excluded.text,
         rendered = excluded.rendered, change = excluded.change, ${POSITION_EXCLUDED}`,
      [organizationId, documentId, first + count, made - count],
    );
  }
  await writeContents(contentWriter(database, tx), {
    subqueries: `ours AS (SELECT id, dataset_id FROM documents WHERE organization_id = $1 AND id = $2)`,
    select: 'SELECT id, dataset_id, NULL::bigint AS version FROM ours',
    parameters: [organizationId, documentId],
    contents: [
      chunkRows(
        chunks.map((chunk, at) => ({ ...chunk, documentId, number: first + at })),
        { keepsText: true },
      ),
      partRows([{ documentId, attempt: version, part }]),
    ],
  });
  await moveVectors(tx, { organizationId, datasetId, documentId, first, count, made });
  if (made < count) {
    await tx.query(
      'DELETE FROM chunks WHERE organization_id = $1 AND document_id = $2 AND number >= $3',
      [organizationId, documentId, before.length + made - count],
    );
  }
}
