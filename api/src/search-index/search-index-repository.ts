import type { Reader } from '../platform/database/reader.ts';
import type { IndexKey, Loaded, Missing } from './words/word-messages.ts';

/** Blocks that one statement reads: about a megabyte, for which requests do not wait long. */
const BLOCKS_AT_ONCE = 32;

/** Reads the index of words of one organization. */
export function searchIndexOf(database: Pick<Reader, 'queryOnce'>, organizationId: string) {
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
        const rows = await query<Encoded<Loaded['headers'][number]>>(
          `SELECT id AS segment, encode(header, 'base64') AS bytes FROM search_segments
           WHERE organization_id = $1 AND id = ANY ($2::uuid[])`,
          headers,
        );
        loaded.headers = rows.map(decoded);
      }
      for (let at = 0; at < blocks.length; at += BLOCKS_AT_ONCE) {
        const some = blocks.slice(at, at + BLOCKS_AT_ONCE);
        const rows = await query<Encoded<Loaded['blocks'][number]>>(
          `SELECT b.segment_id AS segment, b.number, encode(b.block, 'base64') AS bytes
             FROM unnest($2::uuid[], $3::integer[]) AS wanted (segment_id, number)
             JOIN search_blocks b ON b.organization_id = $1
               AND b.segment_id = wanted.segment_id AND b.number = wanted.number`,
          some.map(({ segment }) => segment),
          some.map(({ number }) => number),
        );
        loaded.blocks.push(...rows.map(decoded));
      }
      if (parts.length > 0) {
        const rows = await query<Encoded<Loaded['parts'][number]>>(
          `SELECT p.document_id AS "documentId", p.attempt, encode(p.part, 'base64') AS bytes
           FROM unnest($2::uuid[], $3::uuid[]) AS wanted (document_id, attempt)
           JOIN search_parts p ON p.organization_id = $1
             AND p.document_id = wanted.document_id AND p.attempt = wanted.attempt`,
          parts.map(({ documentId }) => documentId),
          parts.map(({ attempt }) => attempt),
        );
        loaded.parts = rows.map(decoded);
      }
      return loaded;
    },
  };
}

/** Base64 is decoded natively; the embedded database decodes bytea in JavaScript, twenty times slower. */
type Encoded<Row extends { bytes: Uint8Array }> = Omit<Row, 'bytes'> & { bytes: string };

const decoded = <Row extends { bytes: string }>(
  row: Row,
): Omit<Row, 'bytes'> & { bytes: Uint8Array } => ({
  ...row,
  bytes: Buffer.from(row.bytes, 'base64'),
});
