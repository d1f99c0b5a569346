import type { DocumentOcr } from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import { finalizeArchives } from '../purge/finalize-archives.ts';
import type { Block } from '../../../extraction/blocks/block.ts';
import { reasons } from '../../../extraction/blocks/unreadable-document.ts';
import type { PipelineContext } from '../../context/pipeline-context.ts';
import type { ClaimedDocument } from '../../rows/claimed-document.ts';
import { keepContent, reprocessDocument } from '../reprocess/reprocess-document.ts';
import { omissionFacts, stageEntry, type StageEntry } from '../../rows/transitions/stage-entry.ts';
import { contentWriter } from '../../../platform/database/write-contents.ts';
import { writeTransitions } from '../../rows/transitions/transition-writer.ts';
import { ocrPagesOf, type PageRow } from '../../rows/ocr-pages.ts';
import { updateUncounted } from '../../rows/document-writes/write-documents.ts';
import { requestJob } from '../../rows/request-job.ts';

/** What OCR and the file itself say, in the order of the pages. */
interface ReadScan {
  blocks: Block[];
  /** Null where OCR found nothing. */
  facts: DocumentOcr | null;
  /** Why there is no text. */
  error: string | undefined;
  history: StageEntry[];
}

/** Ends the reading of a document whose pages are all read: it goes on as any other, or fails. */
export async function finishScan(
  pipeline: PipelineContext,
  document: ClaimedDocument,
): Promise<void> {
  const { organizationId, archiveId, status, readMetadata: metadata = {} } = document;
  const rows = await pipeline.database.read(organizationId, (tx) => ocrPagesOf(tx, document).all());
  const read = readScan(rows, document);
  if (status !== 'ingested') {
    const { blocks, facts: ocr, error, history } = read;
    if (error === undefined) {
      await reprocessDocument(pipeline, document, { blocks, metadata, ocr, history });
    } else await keepContent(pipeline.database, document, history);
    return;
  }
  await pipeline.database.tenant(organizationId, (tx) => write(tx, pipeline, document, read));
  if (read.error !== undefined && archiveId !== undefined) {
    await finalizeArchives(pipeline, organizationId, [archiveId]);
  }
}

function readScan(
  rows: readonly Required<PageRow>[],
  { name, attempts, omitted }: ClaimedDocument,
): ReadScan {
  const blocks = rows.flatMap((row) => row.blocks);
  const count = (state: PageRow['state']) =>
    rows.reduce((sum, row) => sum + (row.state === state ? row.pages : 0), 0);
  const facts = { pages: count('read'), unread: count('unread') };
  const milliseconds = rows.reduce((sum, { ms }) => sum + ms, 0);
  const error = blocks.some(({ text }) => text.trim() !== '')
    ? undefined
    : (rows.find((row) => row.error !== null)?.error ?? nothingIn(name));
  const more = error === undefined ? { ...facts, ...omissionFacts(omitted) } : { error };
  return {
    blocks,
    facts: facts.pages + facts.unread === 0 ? null : facts,
    error,
    history: [stageEntry('ocr', attempts, milliseconds, more)],
  };
}

const nothingIn = (name: string) =>
  /\.pdf$/i.test(name) ? reasons.noTextInScan() : reasons.noTextInImage();

/** Writes nothing where another worker has the document by now. */
async function write(
  tx: Queryable,
  { database, queue, model }: PipelineContext,
  document: ClaimedDocument,
  { blocks, facts, error, history }: ReadScan,
): Promise<void> {
  const { organizationId, id: documentId, attempt } = document;
  const to = error === undefined ? 'partitioned' : 'partitioning_error';
  const output = error === undefined ? { blocks } : { error };
  const written = await writeTransitions(contentWriter(database, tx), model?.id, [
    { organizationId, documentId, attempt, from: 'ingested', to, ...output, history },
  ]);
  if (written.size === 0) return;
  // What follows belongs to the same attempt, although it is claimed once more.
  await tx.query(
    `${updateUncounted(`ocr_left = 0, ocr = $3::jsonb, attempt = NULL,
       attempts = greatest(attempts - CASE WHEN $4 THEN 1 ELSE 0 END, 0)`)}
     WHERE organization_id = $1 AND id = $2`,
    [
      organizationId,
      documentId,
      ...(error === undefined ? [JSON.stringify(facts), true] : [null, false]),
    ],
  );
  await ocrPagesOf(tx, document).delete();
  if (error === undefined) await requestJob(queue, organizationId, 'process', tx);
}
