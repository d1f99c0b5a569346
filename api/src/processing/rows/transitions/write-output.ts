import type { Database } from '../../../platform/database/database.ts';
import {
  withContentWriter,
  writeContents,
  type ContentRows,
  type DocumentsWithContents,
} from '../../../platform/database/write-contents.ts';
import {
  modelParameters,
  modelSubquery,
  vectorRows,
  withVersion,
} from '../../../search-index/vectors/write-vectors.ts';
import { chunkRows, chunksOf, partRows, surplusChunks } from './content-rows.ts';
import type { Transition } from './transition.ts';

/** The document, locked, if the worker still has it at the same stage. */
const OURS = `ours AS MATERIALIZED (
  SELECT id, dataset_id FROM documents
  WHERE organization_id = $1 AND id = $2 AND attempt = $3 AND status = $4 FOR UPDATE)`;

/** What one statement writes of vectors: requests wait for it. */
const VECTORS_MAX = 250;
const VECTOR_BYTES_MAX = 256 * 1024;

/** Selects it, for contents that are no vectors. */
const SELECT_OURS = 'SELECT id, dataset_id, NULL::bigint AS version FROM ours';

/**
 * Writes the output of a transition in pieces, chunks at most `rows` at a time, so that requests do not wait long
 * for the database; returns the transition without it. No reader looks at these rows before the
 * transition is written, and a retry overwrites them.
 */
export async function writeOutput(
  database: Database,
  { chunks, vectors, part, ...transition }: Transition,
  rows: number,
  modelId: string | undefined,
): Promise<Transition> {
  const { organizationId, documentId, attempt, from } = transition;
  const parameters = [organizationId, documentId, attempt, from];
  const write = (
    contents: readonly ContentRows[],
    more: Partial<Pick<DocumentsWithContents, 'subqueries' | 'select' | 'parameters'>> = {},
  ) =>
    withContentWriter(database, organizationId, (writer) =>
      writeContents(writer, {
        subqueries: OURS,
        select: SELECT_OURS,
        parameters,
        contents,
        ...more,
      }),
    );
  if (chunks !== undefined) {
    await write([surplusChunks([{ ...transition, chunks }])]);
    for (const piece of piecesOf(chunksOf([{ ...transition, chunks }]), rows)) {
      await write([chunkRows(piece)]);
    }
  }
  const vectorsAtOnce = vectorsOf(vectors?.[0]);
  for (const [index, piece] of piecesOf(vectors ?? [], vectorsAtOnce).entries()) {
    const pieces = [{ documentId, first: index * vectorsAtOnce, vectors: piece }];
    await write(vectorRows(modelId, pieces), {
      subqueries: `${OURS}, ${modelSubquery('ours', 5)}`,
      select: withVersion('ours'),
      parameters: [...parameters, ...modelParameters(modelId, pieces)],
    });
  }
  if (part === undefined) return transition;
  await write([partRows([{ documentId, attempt, part }])]);
  return { ...transition, isIndexed: true };
}

/** How many vectors one statement writes, which is also one segment of them: few segments are loaded sooner. */
const vectorsOf = (vector: Uint8Array | undefined): number =>
  Math.max(1, Math.min(VECTORS_MAX, Math.floor(VECTOR_BYTES_MAX / (vector?.byteLength ?? 1))));

function piecesOf<Row>(rows: readonly Row[], size: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
}
