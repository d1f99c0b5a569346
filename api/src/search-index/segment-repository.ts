import type { Database } from '../platform/database/database.ts';
import type { MergedSegment } from './segments/merge-segments.ts';
import { IS_LEGACY_HEADER, IS_LEGACY_PART } from './segments/term-format.ts';

export interface StoredPart {
  documentId: string;
  attempt: string;
  part: Uint8Array;
}

export interface StoredSegment {
  id: string;
  documents: number;
  chunks: number;
  bytes: number;
  /** Whether an earlier version wrote it: it is searched, but not merged with others. */
  isLegacy: boolean;
}

/** What one merge replaces. */
export interface Replaced {
  parts: readonly Pick<StoredPart, 'documentId' | 'attempt'>[];
  segmentIds: readonly string[];
}

/** Rows of blocks that one statement reads or writes: about a megabyte. */
const BLOCKS_AT_ONCE = 32;
/** Bytes of parts that one statement reads, about. */
const BYTES_AT_ONCE = 512 * 1024;
/** Documents that one statement looks up. */
const DOCUMENTS_AT_ONCE = 5000;

/**
 * The ids of parts of a dataset that can be folded. That of a large document is written before its transition:
 * it stays until then, while the attempt that wrote it has the document.
 */
const FOLDABLE_PARTS = `parts AS MATERIALIZED (
    SELECT document_id, attempt FROM search_parts
    WHERE organization_id = $1 AND dataset_id = $2 AND NOT ${IS_LEGACY_PART}
  ), foldable AS MATERIALIZED (
    SELECT p.document_id, p.attempt FROM parts p
    JOIN documents d ON d.organization_id = $1 AND d.id = p.document_id
      AND (d.chunk_attempt = p.attempt OR d.attempt IS DISTINCT FROM p.attempt)
    ORDER BY p.document_id LIMIT $3
  )`;

/** Another merge replaced the same rows first. */
class MergedByAnother extends Error {}

/** Lists the datasets that have an index of an earlier version, or a part of one. */
export const listLegacyIndexes = (
  database: Database,
): Promise<{ organizationId: string; datasetId: string }[]> =>
  database.query(
    `SELECT organization_id AS "organizationId", dataset_id AS "datasetId" FROM search_segments
     WHERE ready AND ${IS_LEGACY_HEADER}
     UNION
     SELECT organization_id, dataset_id FROM search_parts WHERE ${IS_LEGACY_PART}`,
  );

/** Reads and replaces the parts and segments of a dataset. */
export function segmentsOf(database: Database, organizationId: string, datasetId: string) {
  const query = <Row>(sql: string, ...parameters: unknown[]) =>
    database.queryOnce<Row>(sql, [organizationId, ...parameters], organizationId);

  return {
    /** How many parts wait, and whether documents of the dataset are still being processed. */
    state: async () => {
      const [row] = await query<{ parts: number; in_work: boolean; searchable: number }>(
        `WITH ${FOLDABLE_PARTS}
         SELECT (SELECT count(*) FROM foldable) AS parts,
           c.ingested + c.partitioned + c.chunked > 0 AS in_work,
           c.chunked + c.embedded + c.embedding_error AS searchable
         FROM dataset_counts c WHERE c.organization_id = $1 AND c.dataset_id = $2`,
        datasetId,
        1000,
      );
      return row;
    },

    listSegments: () =>
      query<StoredSegment>(
        `SELECT id, documents, chunks, bytes, ${IS_LEGACY_HEADER} AS "isLegacy" FROM search_segments
         WHERE organization_id = $1 AND dataset_id = $2 AND ready ORDER BY chunks, id`,
        datasetId,
      ),

    /** Parts, up to about so many bytes. They are read in small statements: requests wait for each. */
    readParts: async (most: number, bytes: number): Promise<StoredPart[]> => {
      const listed = await query<Replaced['parts'][number] & { slice: number }>(
        `WITH ${FOLDABLE_PARTS}
         SELECT "documentId", attempt, (before / $5)::integer AS slice FROM (
           SELECT p.document_id AS "documentId", p.attempt,
             sum(length(p.part)) OVER (ORDER BY p.document_id) - length(p.part) AS before
           FROM search_parts p JOIN foldable f ON f.document_id = p.document_id AND f.attempt = p.attempt
           WHERE p.organization_id = $1
         ) parts WHERE before < $4 ORDER BY "documentId"`,
        datasetId,
        most,
        bytes,
        BYTES_AT_ONCE,
      );
      const parts: StoredPart[] = [];
      for (const some of Map.groupBy(listed, ({ slice }) => slice).values()) {
        // One that was replaced meanwhile is left out.
        const read = await query<StoredPart>(
          `SELECT p.document_id AS "documentId", p.attempt, p.part FROM search_parts p
           JOIN unnest($2::uuid[], $3::uuid[]) AS e (id, attempt)
             ON p.document_id = e.id AND p.attempt = e.attempt
           WHERE p.organization_id = $1 AND p.document_id = ANY ($2::uuid[]) ORDER BY p.document_id`,
          some.map(({ documentId }) => documentId),
          some.map(({ attempt }) => attempt),
        );
        parts.push(...read);
      }
      return parts;
    },

    /** Of these entries, those whose document was deleted or has new chunks, as `id attempt`. */
    findObsolete: async (entries: readonly Replaced['parts'][number][]): Promise<string[]> => {
      const obsolete: string[] = [];
      for (let at = 0; at < entries.length; at += DOCUMENTS_AT_ONCE) {
        const some = entries.slice(at, at + DOCUMENTS_AT_ONCE);
        const rows = await query<{ entry: string }>(
          // Looked up one by one: before the table has statistics, a join reads all of it.
          `SELECT e.id || ' ' || e.attempt AS entry FROM unnest($2::uuid[], $3::uuid[]) AS e (id, attempt)
           WHERE e.attempt IS DISTINCT FROM
             (SELECT d.chunk_attempt FROM documents d WHERE d.organization_id = $1 AND d.id = e.id)`,
          some.map(({ documentId }) => documentId),
          some.map(({ attempt }) => attempt),
        );
        obsolete.push(...rows.map(({ entry }) => entry));
      }
      return obsolete;
    },

    readSegment: async (id: string) => {
      const [segment] = await query<{ header: Uint8Array }>(
        'SELECT header FROM search_segments WHERE organization_id = $1 AND id = $2',
        id,
      );
      if (segment === undefined) return undefined;
      const blocks: Uint8Array[] = [];
      for (let more = BLOCKS_AT_ONCE; more === BLOCKS_AT_ONCE;) {
        const rows = await query<{ block: Uint8Array }>(
          `SELECT block FROM search_blocks WHERE organization_id = $1 AND segment_id = $2
             AND number >= $3 AND number < $3 + $4 ORDER BY number`,
          id,
          blocks.length,
          BLOCKS_AT_ONCE,
        );
        blocks.push(...rows.map(({ block }) => block));
        more = rows.length;
      }
      return { header: segment.header, blocks };
    },

    readHeader: async (id: string) => {
      const [segment] = await query<{ header: Uint8Array }>(
        'SELECT header FROM search_segments WHERE organization_id = $1 AND id = $2',
        id,
      );
      return segment?.header;
    },

    remove: (id: string) =>
      query('DELETE FROM search_segments WHERE organization_id = $1 AND id = $2', id),

    /** Writes a segment in small statements, and exchanges it for what it replaces; false where another merge was faster. */
    replace: async (id: string, merged: MergedSegment, replaced: Replaced): Promise<boolean> => {
      await writeSegment(query, datasetId, id, merged);
      try {
        await exchange(database, organizationId, id, replaced, merged.documents === 0);
        return true;
      } catch (error) {
        await query('DELETE FROM search_segments WHERE organization_id = $1 AND id = $2', id);
        if (error instanceof MergedByAnother) return false;
        throw error;
      }
    },
  };
}

type Query = <Row>(sql: string, ...parameters: unknown[]) => Promise<Row[]>;

async function writeSegment(
  query: Query,
  datasetId: string,
  id: string,
  { header, blocks, documents, chunks }: MergedSegment,
): Promise<void> {
  await query(
    `INSERT INTO search_segments (organization_id, id, dataset_id, documents, chunks, bytes, header)
     VALUES ($1, $2, $3, $4, $5, $6, decode($7, 'base64'))`,
    id,
    datasetId,
    documents,
    chunks,
    blocks.reduce((sum, block) => sum + block.length, header.length),
    Buffer.from(header).toString('base64'),
  );
  for (let at = 0; at < blocks.length; at += BLOCKS_AT_ONCE) {
    const some = blocks.slice(at, at + BLOCKS_AT_ONCE);
    await query(
      `INSERT INTO search_blocks (organization_id, segment_id, number, block)
       SELECT $1, $2, $3 + n - 1, decode(block, 'base64') FROM unnest($4::text[]) WITH ORDINALITY AS b (block, n)
       ON CONFLICT (organization_id, segment_id, number) DO UPDATE SET block = excluded.block`,
      id,
      at,
      some.map((block) => Buffer.from(block).toString('base64')),
    );
  }
}

/** In one transaction, so that a search finds a document in one place or the other. */
function exchange(
  database: Database,
  organizationId: string,
  id: string,
  { parts, segmentIds }: Replaced,
  isEmpty: boolean,
): Promise<void> {
  return database.tenant(organizationId, async (tx) => {
    const ids = parts.map(({ documentId }) => documentId);
    const attempts = parts.map(({ attempt }) => attempt);
    // The ids are compared with an array as well, or a planner that has no statistics yet reads all rows of
    // the organization for each of them.
    const deleted = await tx.query<{ id: string }>(
      `DELETE FROM search_parts p USING unnest($2::uuid[], $3::uuid[]) AS e (id, attempt)
       WHERE p.organization_id = $1 AND p.document_id = ANY ($2::uuid[])
         AND p.document_id = e.id AND p.attempt = e.attempt
       RETURNING p.document_id AS id`,
      [organizationId, ids, attempts],
    );
    const gone =
      deleted.length === parts.length
        ? []
        : await tx.query(
            `SELECT e.id FROM unnest($2::uuid[], $3::uuid[]) AS e (id, attempt)
             JOIN documents d ON d.organization_id = $1 AND d.id = ANY ($2::uuid[])
               AND d.id = e.id AND d.chunk_attempt = e.attempt
             WHERE e.id <> ALL ($4::uuid[]) LIMIT 1`,
            [organizationId, ids, attempts, deleted.map(({ id: of }) => of)],
          );
    const removed = await tx.query(
      'DELETE FROM search_segments WHERE organization_id = $1 AND id = ANY ($2::uuid[]) RETURNING id',
      [organizationId, segmentIds],
    );
    const made = isEmpty
      ? await tx.query(
          'DELETE FROM search_segments WHERE organization_id = $1 AND id = $2 RETURNING id',
          [organizationId, id],
        )
      : await tx.query(
          'UPDATE search_segments SET ready = true WHERE organization_id = $1 AND id = $2 RETURNING id',
          [organizationId, id],
        );
    const isComplete = gone.length === 0 && removed.length === segmentIds.length;
    if (!isComplete || made.length !== 1) throw new MergedByAnother();
  });
}
