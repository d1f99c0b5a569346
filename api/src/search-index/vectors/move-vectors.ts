import type { Queryable } from '../../platform/database/database.ts';

/** Chunks of a document: `count` from the number `first` on give way to `made` others, which have no vectors yet. */
export interface ReplacedRange {
  organizationId: string;
  datasetId: string;
  documentId: string;
  first: number;
  count: number;
  made: number;
}

interface SegmentRow {
  first: number;
  count: number;
  data: Uint8Array;
}

/** Bytes of the factor that stands with each vector of a segment. */
const SCALE_BYTES = 4;

/**
 * Deletes the vectors of chunks that give way to others, and moves those of the chunks behind them. The rows of chunks
 * have their new numbers by then, and those beyond the last one are still there. `tx` is a tenant's transaction that holds
 * the document.
 */
export async function moveVectors(tx: Queryable, range: ReplacedRange): Promise<void> {
  const { organizationId, datasetId, documentId } = range;
  const models = await tx.query<{ id: string }>(
    'SELECT DISTINCT model_id AS id FROM vector_segments WHERE organization_id = $1 AND document_id = $2',
    [organizationId, documentId],
  );
  if (models.length === 0) return;
  const versions = await tx.query<{ id: string; version: number }>(
    `UPDATE dataset_models SET version = version + 1
     WHERE organization_id = $1 AND dataset_id = $2 AND model_id = ANY ($3::uuid[])
     RETURNING model_id AS id, version`,
    [organizationId, datasetId, models.map(({ id }) => id)],
  );
  for (const { id, version } of versions) {
    await cutSegments(tx, range, { id, version });
    if (range.made !== range.count) await moveSegments(tx, range, { id, version });
  }
  await moveRows(tx, range);
}

interface Version {
  id: string;
  version: number;
}

async function cutSegments(
  tx: Queryable,
  { organizationId, datasetId, documentId, first, count }: ReplacedRange,
  { id, version }: Version,
): Promise<void> {
  const end = first + count;
  const cut = await tx.query<SegmentRow>(
    `DELETE FROM vector_segments WHERE organization_id = $1 AND document_id = $2 AND model_id = $3
       AND first < $5 AND first + count > $4 RETURNING first, count, data`,
    [organizationId, documentId, id, first, end],
  );
  const parts = cut.flatMap((segment) => [
    partOf(segment, segment.first, Math.min(first, segment.first + segment.count)),
    partOf(segment, Math.max(end, segment.first), segment.first + segment.count),
  ]);
  for (const part of parts) {
    if (part.count <= 0) continue;
    await tx.query(
      `INSERT INTO vector_segments (organization_id, dataset_id, document_id, model_id, first, count, version, data)
       VALUES ($1, $2, $3, $4, $5, $6, $7, decode($8, 'base64'))`,
      [
        organizationId,
        datasetId,
        documentId,
        id,
        part.first,
        part.count,
        version,
        Buffer.from(part.data).toString('base64'),
      ],
    );
  }
}

/** Returns the vectors of a segment from the chunk `from` up to the chunk `to`, in the form of `segmentOf`. */
function partOf({ first, count, data }: SegmentRow, from: number, to: number): SegmentRow {
  const dimensions = data.length / count - SCALE_BYTES;
  const [begin, end] = [from - first, Math.max(from, to) - first];
  const scales = data.subarray(count * dimensions);
  return {
    first: from,
    count: end - begin,
    data: Buffer.concat([
      data.subarray(begin * dimensions, end * dimensions),
      scales.subarray(begin * SCALE_BYTES, end * SCALE_BYTES),
    ]),
  };
}

/** The order keeps rows from being added before those are deleted that had their numbers. */
async function moveSegments(
  tx: Queryable,
  { organizationId, documentId, first, count, made }: ReplacedRange,
  { id, version }: Version,
): Promise<void> {
  await tx.query(
    `WITH moved AS (
       DELETE FROM vector_segments WHERE organization_id = $1 AND document_id = $2 AND model_id = $3 AND first >= $4
       RETURNING dataset_id, first, count, data
     )
     INSERT INTO vector_segments (organization_id, dataset_id, document_id, model_id, first, count, version, data)
     SELECT $1, dataset_id, $2, $3, first + $5, count, $6, data FROM moved ORDER BY first`,
    [organizationId, documentId, id, first + count, made - count, version],
  );
}

async function moveRows(
  tx: Queryable,
  { organizationId, documentId, first, count, made }: ReplacedRange,
): Promise<void> {
  if (made === count) {
    await tx.query(
      `DELETE FROM chunk_vectors WHERE organization_id = $1 AND document_id = $2 AND number >= $3 AND number < $4`,
      [organizationId, documentId, first, first + count],
    );
    return;
  }
  // A chunk without a vector leaves none to the number that it gets.
  await tx.query(
    `WITH gone AS (
       DELETE FROM chunk_vectors v WHERE v.organization_id = $1 AND v.document_id = $2 AND v.number >= $3
         AND (v.number < $4 + $5 OR NOT EXISTS (SELECT FROM chunk_vectors k
           WHERE k.organization_id = $1 AND k.document_id = $2 AND k.model_id = v.model_id AND k.number = v.number - $5))
     )
     INSERT INTO chunk_vectors (organization_id, document_id, model_id, number, vector)
     SELECT $1, $2, model_id, number + $5, vector FROM chunk_vectors
     WHERE organization_id = $1 AND document_id = $2 AND number >= $4
     ON CONFLICT (organization_id, document_id, model_id, number) DO UPDATE SET vector = excluded.vector`,
    [organizationId, documentId, first, first + count, made - count],
  );
}
