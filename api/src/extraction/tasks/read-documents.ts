import { StorageUnavailable, type ArchiveSource } from '../../platform/storage/archive-storage.ts';
import { chunkText } from './chunk-text.ts';
import { indexChunks } from './index-chunks.ts';
import { shownMetadata } from '../metadata/edited-metadata.ts';
import { packText } from '../blocks/packed-text.ts';
import { NO_SIDECAR, readDocument, readSidecar } from './read-document.ts';
import type { ReadDocument, SmallDocumentOutcome, SmallDocumentsInput } from './tasks.ts';
import { isFinal } from './is-final.ts';

type Input = Pick<SmallDocumentsInput, 'documents' | 'isOcrOn'>;

/** Partitions and chunks documents, and reports each outcome. One that fails does not stop the next ones. */
export async function readDocuments(
  source: ArchiveSource,
  { documents, isOcrOn }: Input,
  report: (outcome: SmallDocumentOutcome) => void,
): Promise<{ documents: number }> {
  for (const document of documents) report(await read(source, document, isOcrOn));
  return { documents: documents.length };
}

async function read(
  source: ArchiveSource,
  {
    location,
    name,
    isInside,
    encoding,
    described,
    path,
    chunking,
    language,
    sidecar,
    edited,
  }: Input['documents'][number],
  isOcrOn: boolean,
): Promise<SmallDocumentOutcome> {
  let document: ReadDocument | undefined;
  const started = performance.now();
  let partitioned = started;
  const took = () => ({ partition: partitioned - started, chunk: performance.now() - partitioned });
  try {
    const beside = sidecar === undefined ? NO_SIDECAR : await readSidecar(source, sidecar);
    const facts = { location, name, isInside, encoding, isOcrOn, described };
    document = await readDocument(source, facts, beside);
    if (document.scans !== undefined) return { end: 'scanned', read: document };
    const { blocks, metadata: read, omitted } = document;
    partitioned = performance.now();
    const metadata = shownMetadata(read, edited);
    const { chunks, signature } = chunkText({
      ...chunking,
      blocks,
      document: { name, path, metadata },
    });
    const part = indexChunks({ chunks, path, language });
    return {
      end: 'chunked',
      chunks,
      part,
      packedText: packText(blocks),
      signature,
      metadata: read,
      omitted,
      took: took(),
    };
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error;
    if (!(error instanceof Error) || !isFinal(error)) return { end: 'unknown' };
    if (document !== undefined) {
      return { end: 'chunking_error', error: error.message, ...document, took: took() };
    }
    partitioned = performance.now();
    const detail = error.cause instanceof Error ? error.cause.message : undefined;
    return { end: 'partitioning_error', error: error.message, detail, took: took() };
  }
}
