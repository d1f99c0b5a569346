import type { Database } from '../../../database/database.ts';
import type { Graph } from './graph-repository.ts';
import { GRAPH_SCHEMA, tableOf } from './graph-schema.ts';

/** A place in the order of a dataset's segments. */
export interface SegmentPlace {
  version: number;
  document: string;
  first: number;
}

export const FIRST_SEGMENT: SegmentPlace = {
  version: 0,
  document: '00000000-0000-0000-0000-000000000000',
  first: 0,
};

/**
 * Copies at most `size` segments after `place` that a graph does not have; returns how many it lacked, and
 * the place of the last one. Segments that others are writing or deleting are left to their triggers.
 */
export async function copySegments(
  database: Database,
  { id, organizationId, datasetId, modelId, dimensions }: Graph,
  place: SegmentPlace,
  size: number,
): Promise<{ missing: number; last: SegmentPlace | undefined }> {
  const [row] = await database.query<{ missing: number; last: SegmentPlace | null }>(
    `WITH missing AS MATERIALIZED (
       SELECT s.version, s.document_id, s.first FROM vector_segments s
       WHERE s.organization_id = $1 AND s.dataset_id = $2 AND s.model_id = $3
         AND (s.version, s.document_id, s.first) > ($5, $6, $7)
         AND octet_length(s.data) = s.count * ($4::integer + 4)
         AND NOT EXISTS (SELECT FROM ${tableOf(id)} t
           WHERE t.document_id = s.document_id AND t.first = s.first)
       ORDER BY s.version, s.document_id, s.first LIMIT $8
     ), held AS MATERIALIZED (
       SELECT s.document_id, s.first, s.count, s.data FROM missing m
       JOIN vector_segments s ON s.organization_id = $1 AND s.document_id = m.document_id
         AND s.model_id = $3 AND s.first = m.first
       FOR SHARE OF s SKIP LOCKED
     ), copied AS (
       INSERT INTO ${tableOf(id)} (document_id, first, number, embedding)
       SELECT h.document_id, h.first, h.first + r.place, r.embedding
       FROM held h, LATERAL ${GRAPH_SCHEMA}.read_segment(h.data, h.count, $4) r
       ON CONFLICT DO NOTHING
     )
     SELECT count(*) AS missing, (SELECT json_build_object('version', version, 'document', document_id,
         'first', first) FROM missing ORDER BY version DESC, document_id DESC, first DESC LIMIT 1) AS last
     FROM missing`,
    [
      organizationId,
      datasetId,
      modelId,
      dimensions,
      place.version,
      place.document,
      place.first,
      size,
    ],
  );
  return { missing: row?.missing ?? 0, last: row?.last ?? undefined };
}
