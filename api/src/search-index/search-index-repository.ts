import type { Database } from '../database/database.ts';
import type { IndexKey, Loaded, Missing } from './words/search-messages.ts';

/** The statuses of documents that are searched. */
export const SEARCHABLE_STATUSES = ['chunked', 'embedded', 'embedding_error'] as const;

/** Blocks that one statement reads: about a megabyte, for which requests do not wait long. */
const BLOCKS_AT_ONCE = 32;

/** Reads the index of words of one organization. */
export function searchIndexOf(database: Database, organizationId: string) {
  const query = <Row>(sql: string, ...parameters: unknown[]) =>
    database.queryOnce<Row>(sql, [organizationId, ...parameters], organizationId);

  return {
    /** What is to be read to search these datasets. */
    list: async (datasetIds: readonly string[]): Promise<IndexKey[]> => {
      const rows = await query<{ id: string; attempt: string | null }>(
        `SELECT id, NULL::uuid AS attempt FROM search_segments
         WHERE organization_id = $1 AND dataset_id = ANY ($2::uuid[]) AND ready
         UNION ALL
         SELECT document_id, attempt FROM search_parts
         WHERE organization_id = $1 AND dataset_id = ANY ($2::uuid[])`,
        datasetIds,
      );
      return rows.map(({ id, attempt }) =>
        attempt === null ? { segment: id } : { documentId: id, attempt },
      );
    },

    /** Reads what a search lacks. What is absent from the result was replaced meanwhile. */
    load: async ({ headers, blocks, parts }: Missing): Promise<Loaded> => {
      const loaded: Loaded = { headers: [], blocks: [], parts: [] };
      if (headers.length > 0) {
        loaded.headers = await query(
          `SELECT id AS segment, header AS bytes FROM search_segments
           WHERE organization_id = $1 AND id = ANY ($2::uuid[])`,
          headers,
        );
      }
      for (let at = 0; at < blocks.length; at += BLOCKS_AT_ONCE) {
        const some = blocks.slice(at, at + BLOCKS_AT_ONCE);
        loaded.blocks.push(
          ...(await query<Loaded['blocks'][number]>(
            `SELECT b.segment_id AS segment, b.number, b.block AS bytes
             FROM unnest($2::uuid[], $3::integer[]) AS wanted (segment_id, number)
             JOIN search_blocks b ON b.organization_id = $1
               AND b.segment_id = wanted.segment_id AND b.number = wanted.number`,
            some.map(({ segment }) => segment),
            some.map(({ number }) => number),
          )),
        );
      }
      if (parts.length > 0) {
        loaded.parts = await query(
          `SELECT p.document_id AS "documentId", p.attempt, p.part AS bytes
           FROM unnest($2::uuid[], $3::uuid[]) AS wanted (document_id, attempt)
           JOIN search_parts p ON p.organization_id = $1
             AND p.document_id = wanted.document_id AND p.attempt = wanted.attempt`,
          parts.map(({ documentId }) => documentId),
          parts.map(({ attempt }) => attempt),
        );
      }
      return loaded;
    },
  };
}
