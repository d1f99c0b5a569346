import { StorageUnavailable, type ArchiveSource } from '../../storage/archive-storage.ts';
import { chunkDocument } from '../chunking/chunk-document.ts';
import { indexChunks } from '../indexing/index-chunks.ts';
import type { Block } from '../partition/block.ts';
import { partition, refuseTooLarge } from '../partition/partition.ts';
import { readWholeEntry } from '../zip/read-entry.ts';
import type { SmallDocumentOutcome, SmallDocumentsInput } from './tasks.ts';
import { isFinal } from './worker-failure.ts';

type Input = Pick<SmallDocumentsInput, 'documents'>;

/** Partitions and chunks documents. One that fails does not stop the next ones. */
export async function readDocuments(
  source: ArchiveSource,
  { documents }: Input,
): Promise<SmallDocumentOutcome[]> {
  const outcomes: SmallDocumentOutcome[] = [];
  for (const document of documents) outcomes.push(await read(source, document));
  return outcomes;
}

async function read(
  source: ArchiveSource,
  { location, name, path, chunking, language }: Input['documents'][number],
): Promise<SmallDocumentOutcome> {
  let blocks: Block[] | undefined;
  const started = performance.now();
  let partitioned = started;
  const took = () => ({ partition: partitioned - started, chunk: performance.now() - partitioned });
  try {
    refuseTooLarge(location.size);
    blocks = await partition(await readWholeEntry(source, location), name);
    partitioned = performance.now();
    const chunks = chunkDocument({ ...chunking, blocks, document: { name, path } });
    const part = indexChunks({ chunks, name, language });
    return { end: 'chunked', chunks, part, took: took() };
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error;
    if (!(error instanceof Error) || !isFinal(error)) return { end: 'unknown' };
    if (blocks !== undefined) {
      return { end: 'chunking_error', error: error.message, blocks, took: took() };
    }
    partitioned = performance.now();
    const detail = error.cause instanceof Error ? error.cause.message : undefined;
    return { end: 'partitioning_error', error: error.message, detail, took: took() };
  }
}
