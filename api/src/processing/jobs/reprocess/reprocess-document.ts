import type { DocumentMetadata, DocumentOcr, Omission } from '@carrel/shared/contract';

import type { Database } from '../../../platform/database/database.ts';
import { ocrPagesOf } from '../../rows/ocr-pages.ts';
import type { Block } from '../../../extraction/blocks/block.ts';
import { READER_VERSION } from '../../../extraction/partition/reader-version.ts';
import type { PipelineContext } from '../../context/pipeline-context.ts';
import { loadBlocks, type ClaimedDocument } from '../../rows/claimed-document.ts';
import { textsToEmbed } from '../../rows/texts-to-embed.ts';
import {
  chunkingFacts,
  detailOf,
  omissionFacts,
  stageEntry,
  type StageEntry,
} from '../../rows/transitions/stage-entry.ts';
import { chunk, indexed, partition, reasonOf } from '../process/stages.ts';
import { contentWriter } from '../../../platform/database/write-contents.ts';
import { writeTransitions } from '../../rows/transitions/transition-writer.ts';
import { madeChanges } from '../../rows/transitions/made-changes.ts';
import type { Transition } from '../../rows/transitions/transition.ts';
import { updateUncounted } from '../../rows/document-writes/write-documents.ts';

export type Reprocessing = Pick<
  PipelineContext,
  | 'database'
  | 'storage'
  | 'workers'
  | 'embed'
  | 'chunkTokens'
  | 'model'
  | 'log'
  | 'allowance'
  | 'ocr'
>;

/** A document whose pages OCR has read. */
export interface RecognizedDocument {
  blocks: readonly Block[];
  metadata: DocumentMetadata;
  ocr: DocumentOcr | null;
  history: readonly StageEntry[];
}

/**
 * Makes the chunks of a document anew, and replaces those that it has in one transaction. Until then it is
 * searched as before; where a stage fails, it stays as it is, and its history says why.
 */
export async function reprocessDocument(
  reprocessing: Reprocessing,
  document: ClaimedDocument,
  recognized?: RecognizedDocument,
): Promise<void> {
  const history: StageEntry[] = [...(recognized?.history ?? [])];
  let stage: StageEntry['stage'] = 'partition';
  let started = performance.now();
  const end = (more: Partial<StageEntry> = {}) => {
    history.push(stageEntry(stage, document.attempts, performance.now() - started, more));
    started = performance.now();
  };
  try {
    const { embed } = reprocessing;
    const read: ReadAgain | undefined = recognized ?? (await readAgain(reprocessing, document));
    if (read === undefined) return;
    const { blocks, metadata, omitted, ocr } = read;
    if (document.bytesKey !== undefined && recognized === undefined) end(omissionFacts(omitted));
    started = performance.now();
    stage = 'chunk';
    const { chunks, signature } = await chunk(reprocessing, document, blocks, metadata);
    const part = await indexed(reprocessing, document, chunks);
    end(chunkingFacts(document.chunking, chunks.length));
    stage = 'embed';
    const vectors =
      embed === undefined
        ? undefined
        : await embed(textsToEmbed(document, metadata, chunks), document.organizationId);
    if (vectors !== undefined) end();
    const content = {
      blocks,
      ...(metadata !== undefined && { metadata }),
      ...(omitted !== undefined && { omitted }),
      chunks,
      part,
      signature,
      ...madeChanges(document.changes, chunks),
      ...(vectors !== undefined && { vectors }),
      settingsHash: document.settingsHash,
      history,
    };
    await replaceContent(reprocessing, document, content, ocr);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    end({ error: reason, ...detailOf(error) });
    await keepContent(reprocessing.database, document, history, {
      isUnreadable: stage === 'partition',
    });
  }
}

interface ReadAgain {
  blocks: readonly Block[];
  metadata: DocumentMetadata | undefined;
  /** What its reader left out; undefined where its bytes were not read, or before OCR. */
  omitted?: readonly Omission[];
  /** What it has by OCR now; undefined where that is as before. */
  ocr?: DocumentOcr | null;
}

/** Reads a document from its bytes, or else from its stored blocks. Undefined where OCR has it now. */
async function readAgain(
  reprocessing: Reprocessing,
  document: ClaimedDocument,
): Promise<ReadAgain | undefined> {
  if (document.bytesKey === undefined) {
    const blocks = await loadBlocks(reprocessing.database, document);
    return { blocks, metadata: document.readMetadata };
  }
  const read = await partition(reprocessing, document);
  if (read.scans === undefined) return { ...read, ocr: null };
  await reprocessing.ocr?.take(document, read);
  return undefined;
}

/** Nothing is written where the document was replaced or deleted meanwhile. */
async function replaceContent(
  { database, model }: Reprocessing,
  { organizationId, id: documentId, attempt, status: from }: ClaimedDocument,
  content: Partial<Transition>,
  ocr: DocumentOcr | null | undefined,
): Promise<void> {
  const place = [organizationId, documentId, attempt];
  await database.tenant(organizationId, async (tx) => {
    const [ours] = await tx.query(
      `SELECT id FROM documents
       WHERE organization_id = $1 AND id = $2 AND attempt = $3 AND reprocessing FOR UPDATE`,
      place,
    );
    if (ours === undefined) return;
    await tx.query('DELETE FROM chunks WHERE organization_id = $1 AND document_id = $2', [
      organizationId,
      documentId,
    ]);
    const modelId = content.vectors === undefined ? undefined : model?.id;
    await writeTransitions(contentWriter(database, tx), modelId, [
      { organizationId, documentId, attempt, from, to: 'embedded', ...content },
    ]);
    await tx.query(
      `${updateUncounted(`reprocessing = false, ocr_left = 0,
         ocr = CASE WHEN $4 THEN $5::jsonb ELSE ocr END`)}
       WHERE organization_id = $1 AND id = $2 AND attempt = $3`,
      [...place, ocr !== undefined, ocr ? JSON.stringify(ocr) : null],
    );
    await ocrPagesOf(tx, { organizationId, id: documentId }).delete();
  });
}

/**
 * The document stays as it is, and its history says why. Where this reader cannot read it, it is not offered to
 * it again: an earlier one may have.
 */
export async function keepContent(
  database: Database,
  { organizationId, id, attempt }: ClaimedDocument,
  history: readonly StageEntry[],
  { isUnreadable = false } = {},
): Promise<void> {
  const reader = isUnreadable ? `, reader = ${READER_VERSION}` : '';
  await database.queryOnce(
    `${updateUncounted(`reprocessing = false, ocr_left = 0, history = with_entries(history, $4::jsonb)${reader}`)}
     WHERE organization_id = $1 AND id = $2 AND attempt = $3 AND reprocessing`,
    [organizationId, id, attempt, JSON.stringify(history)],
    organizationId,
  );
}
