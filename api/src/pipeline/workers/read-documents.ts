import { StorageUnavailable, type ArchiveSource } from '../../storage/archive-storage.ts';
import { chunkDocument, type Chunk } from '../chunking/chunk-document.ts';
import { hashText } from '../embedding/hashing-vectorizer.ts';
import { bytesOfVector } from '../embedding/vector-bytes.ts';
import { indexChunks } from '../indexing/index-chunks.ts';
import type { Block } from '../partition/block.ts';
import { partition, refuseTooLarge } from '../partition/partition.ts';
import { readWholeEntry } from '../zip/read-entry.ts';
import type { SmallDocumentOutcome, SmallDocumentsInput } from './tasks.ts';
import { isFinal } from './worker-failure.ts';

type Input = Pick<SmallDocumentsInput, 'documents' | 'vectorize'>;

/** Takes documents through all stages. One that fails does not stop the next ones. */
export async function readDocuments(
  source: ArchiveSource,
  { documents, vectorize }: Input,
): Promise<SmallDocumentOutcome[]> {
  const outcomes: SmallDocumentOutcome[] = [];
  for (const document of documents) outcomes.push(await read(source, document, vectorize));
  return outcomes;
}

async function read(
  source: ArchiveSource,
  { location, name, path, chunking, language }: Input['documents'][number],
  vectorize: boolean,
): Promise<SmallDocumentOutcome> {
  let blocks: Block[] | undefined;
  try {
    refuseTooLarge(location.size);
    blocks = await partition(await readWholeEntry(source, location), name);
    const chunks = chunkDocument({ ...chunking, blocks, document: { name, path } });
    const part = indexChunks({ chunks, name, language });
    return vectorize
      ? { end: 'embedded', chunks, part, vectors: chunks.map(vectorOf) }
      : { end: 'chunked', chunks, part };
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error;
    if (!(error instanceof Error) || !isFinal(error)) return { end: 'unknown' };
    return blocks === undefined
      ? { end: 'partitioning_error', error: error.message }
      : { end: 'chunking_error', error: error.message, blocks };
  }
}

function vectorOf({ text, rendered }: Chunk): Uint8Array {
  return bytesOfVector(hashText(rendered ?? text));
}
