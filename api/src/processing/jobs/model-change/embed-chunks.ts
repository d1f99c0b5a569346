import type { VectorPiece } from '../../../search-index/vectors/write-vectors.ts';
import type { Embedder } from '../../../models/embedding/embedder.ts';
import { EmbeddingError } from '../../../models/embedding/embedding-error.ts';
import type { OutdatedChunk } from './read-outdated.ts';

/**
 * Returns the vectors of chunks, and the documents whose texts the service refused.
 * @throws {EmbeddingError} if the service embeds nothing at present.
 */
export async function embedChunks(
  embed: Embedder,
  organizationId: string,
  chunks: readonly OutdatedChunk[],
): Promise<{ pieces: VectorPiece[]; refused: string[] }> {
  const runs = runsOf(chunks);
  try {
    const vectors = await embed(
      chunks.map(({ text }) => text),
      organizationId,
    );
    let at = 0;
    const pieces = runs.map((run) => pieceOf(run, vectors.slice(at, (at += run.length))));
    return { pieces, refused: [] };
  } catch (error) {
    if (!isOfText(error)) throw error;
  }
  const pieces: VectorPiece[] = [];
  const refused = new Set<string>();
  for (const run of runs) {
    const documentId = run[0]?.documentId ?? '';
    try {
      const vectors = await embed(
        run.map(({ text }) => text),
        organizationId,
      );
      pieces.push(pieceOf(run, vectors));
    } catch (error) {
      if (!isOfText(error)) throw error;
      refused.add(documentId);
    }
  }
  // Where nothing was embedded, the settings may be wrong: then this throws.
  if (pieces.length === 0) await embed(['text'], organizationId);
  return { pieces, refused: [...refused] };
}

const isOfText = (error: unknown): boolean => error instanceof EmbeddingError && error.isOfText;

/** Splits chunks into those of one document whose numbers follow each other. */
function runsOf(chunks: readonly OutdatedChunk[]): OutdatedChunk[][] {
  const runs: OutdatedChunk[][] = [];
  let last: OutdatedChunk | undefined;
  for (const chunk of chunks) {
    const continues = chunk.documentId === last?.documentId && chunk.number === last.number + 1;
    if (continues) runs.at(-1)?.push(chunk);
    else runs.push([chunk]);
    last = chunk;
  }
  return runs;
}

const pieceOf = (run: readonly OutdatedChunk[], vectors: Uint8Array[]): VectorPiece => ({
  documentId: run[0]?.documentId ?? '',
  first: run[0]?.number ?? 0,
  vectors,
});
