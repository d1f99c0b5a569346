import type { DocumentStatus } from '@carrel/shared/contract';

import type { Chunk } from '../../../extraction/chunking/chunk-document.ts';
import type { Block } from '../../../extraction/blocks/block.ts';
import type { PipelineContext } from '../../context/pipeline-context.ts';
import { PoolClosed } from '../../../platform/workers/worker-failure.ts';
import { loadBlocks, loadChunks, type ClaimedDocument } from '../../rows/claimed-document.ts';
import { textsToEmbed } from '../../rows/texts-to-embed.ts';
import {
  chunkingFacts,
  detailOf,
  omissionFacts,
  stageEntry,
  type StageEntry,
} from '../../rows/transitions/stage-entry.ts';
import type { ReadDocument } from '../../../extraction/tasks/tasks.ts';
import { chunk, indexed, partition, reasonOf } from './stages.ts';
import { madeChanges } from '../../rows/transitions/made-changes.ts';
import type { Transition } from '../../rows/transitions/transition.ts';

type DocumentProcessing = Pick<
  PipelineContext,
  | 'database'
  | 'storage'
  | 'workers'
  | 'writer'
  | 'embed'
  | 'chunkTokens'
  | 'log'
  | 'ocr'
  | 'allowance'
  | 'watch'
  | 'isStopping'
>;

type StageOutput = Pick<
  Transition,
  | 'blocks'
  | 'metadata'
  | 'omitted'
  | 'chunks'
  | 'changes'
  | 'part'
  | 'signature'
  | 'vectors'
  | 'settingsHash'
> & {
  /** Where OCR is needed before the document goes on. */
  scanned?: ReadDocument;
};

const STAGES = { ingested: 'partition', partitioned: 'chunk', chunked: 'embed' } as const;

/**
 * Takes a document through the stages that it lacks: partitioned, chunked, embedded, each written before
 * the next begins. Ends silently once another worker has claimed the document.
 */
export async function processDocument(
  processing: DocumentProcessing,
  document: ClaimedDocument,
): Promise<void> {
  let { status }: { status: DocumentStatus } = document;
  let blocks: readonly Block[] | undefined;
  let metadata = document.readMetadata;
  let chunks: readonly Chunk[] | undefined;

  const stage = async (
    from: keyof typeof STAGES,
    to: DocumentStatus,
    failed: DocumentStatus,
    work: (onStart: () => void) => Promise<StageOutput>,
  ) => {
    if (status !== from) return;
    if (processing.isStopping()) throw new PoolClosed('The server is stopping');
    status = await finishStage(processing, document, { from, to, failed }, work);
  };

  await stage('ingested', 'partitioned', 'partitioning_error', async (onStart) => {
    const read = await partition({ ...processing, onStart }, document);
    if (read.scans !== undefined) return { scanned: read };
    ({ blocks, metadata } = read);
    return { blocks, metadata, omitted: read.omitted };
  });
  await stage('partitioned', 'chunked', 'chunking_error', async (onStart) => {
    blocks ??= await loadBlocks(processing.database, document);
    const chunked = await chunk({ ...processing, onStart }, document, blocks, metadata);
    ({ chunks } = chunked);
    const { signature } = chunked;
    const part = await indexed({ ...processing, onStart }, document, chunks);
    return {
      chunks,
      part,
      signature,
      settingsHash: document.settingsHash,
      ...madeChanges(document.changes, chunks),
    };
  });
  await stage('chunked', 'embedded', 'embedding_error', async () => {
    const { embed } = processing;
    if (embed === undefined) return {};
    chunks ??= await loadChunks(processing.database, document);
    const texts = textsToEmbed(document, metadata, chunks);
    return { vectors: await embed(texts, document.organizationId) };
  });
}

/** Does the work of a stage, writes its output and returns the status that the document goes on with here. */
async function finishStage(
  processing: DocumentProcessing,
  document: ClaimedDocument,
  { from, to, failed }: { from: keyof typeof STAGES; to: DocumentStatus; failed: DocumentStatus },
  work: (onStart: () => void) => Promise<StageOutput>,
): Promise<DocumentStatus> {
  const { writer, watch } = processing;
  const { organizationId, id: documentId, attempt, attempts, chunking } = document;
  const start = { organizationId, documentId, attempt, from };
  const started = performance.now();
  const entry = (more: Partial<StageEntry>) => [
    stageEntry(STAGES[from], attempts, performance.now() - started, more),
  ];
  const watched = watch.begin(document, STAGES[from]);
  try {
    const { scanned, ...output } = await work(() => watched.start());
    if (scanned !== undefined) {
      await processing.ocr?.take(document, scanned);
      return failed;
    }
    const facts =
      output.chunks === undefined
        ? omissionFacts(output.omitted)
        : chunkingFacts(chunking, output.chunks.length);
    // Without a service nothing was embedded.
    const history = Object.keys(output).length === 0 ? [] : entry(facts);
    const isWritten = await writer.write({ ...start, to, ...output, history });
    return isWritten ? to : failed;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    const history = entry({ error: reason, ...detailOf(error) });
    await writer.write({ ...start, to: failed, error: reason, history });
    return failed;
  } finally {
    watched.end();
  }
}
