import type { Database } from '../../../platform/database/database.ts';

/** A text, by its hash, and what it is compared by. */
export interface ComparedText {
  /** As hexadecimal text. */
  hash: string;
  sketch: Uint8Array;
  length: number;
}

/** A document that was not compared with others yet. */
export interface UncomparedDocument {
  id: string;
  datasetId: string;
  /** As hexadecimal text; null for bytes that are not called equal to others. */
  sha256: string | null;
  textHash: string | null;
  bands: readonly number[] | null;
  sketch: Uint8Array | null;
  length: number;
}

/** A file that is smaller is called equal to no other: markers, empty pages. */
const EQUAL_BYTES_MIN = 32;
/** Texts that one text is compared with: those of a family of thousands are not all compared. */
const CANDIDATES_MAX = 200;
/** Documents of one text whose bands are indexed: the others are found by the text. */
const INDEXED_COPIES_MAX = 20;
/** Texts that are longer or shorter than this, or its inverse, are not nearly equal. */
const LENGTHS = 0.8;

/**
 * Reads and marks signatures of an organization. The statements are those of the owner of the tables: an index of bands is
 * not used behind row-level security, as its operator may tell what it compares.
 */
export function signaturesOf(database: Pick<Database, 'query'>, organizationId: string) {
  return {
    uncompared: (limit: number) =>
      database.query<UncomparedDocument>(
        `SELECT s.document_id AS id, s.dataset_id AS "datasetId", encode(s.text_hash, 'hex') AS "textHash", s.bands,
           CASE WHEN d.size >= ${EQUAL_BYTES_MIN} THEN encode(s.sha256, 'hex') END AS sha256, s.sketch, s.length
         FROM (
           SELECT * FROM document_signatures WHERE organization_id = $1 AND NOT compared
           ORDER BY document_id LIMIT $2
         ) s JOIN documents d ON d.organization_id = $1 AND d.id = s.document_id`,
        [organizationId, limit],
      ),

    /** The texts of these documents that no document has that was compared before. */
    newTexts: async (ids: readonly string[]) => {
      const rows = await database.query<{ id: string }>(
        `SELECT s.document_id AS id FROM document_signatures s
         WHERE s.organization_id = $1 AND s.document_id = ANY ($2::uuid[]) AND NOT EXISTS (
           SELECT FROM document_signatures o WHERE o.organization_id = $1 AND o.dataset_id = s.dataset_id
             AND o.text_hash = s.text_hash AND o.compared)`,
        [organizationId, ids],
      );
      return new Set(rows.map(({ id }) => id));
    },

    /** Texts that share a band with that of a document. */
    candidates: ({ datasetId, textHash, bands, length }: UncomparedDocument) =>
      database.query<ComparedText>(
        `SELECT DISTINCT ON (c.text_hash) encode(c.text_hash, 'hex') AS hash, c.sketch, c.length
         FROM (
           SELECT text_hash, sketch, length FROM document_signatures
           WHERE organization_id = $1 AND dataset_id = $2 AND indexed_bands && $3::integer[]
             AND text_hash <> decode($4, 'hex') AND length BETWEEN $5 AND $6
           LIMIT ${CANDIDATES_MAX}
         ) c`,
        [
          organizationId,
          datasetId,
          `{${(bands ?? []).join(',')}}`,
          textHash,
          Math.floor(length * LENGTHS),
          Math.ceil(length / LENGTHS),
        ],
      ),

    /** Marks documents as compared, whose signatures are those that were read, and indexes their bands. */
    markCompared: (documents: readonly UncomparedDocument[]) =>
      database.query(
        `UPDATE document_signatures s SET compared = true, indexed_bands = CASE WHEN NOT EXISTS (
             SELECT FROM document_signatures o WHERE o.organization_id = $1 AND o.dataset_id = s.dataset_id
               AND o.text_hash = s.text_hash AND o.compared OFFSET ${INDEXED_COPIES_MAX}
           ) AND n.is_indexed THEN s.bands END
         FROM unnest($2::uuid[], $3::text[], $4::boolean[]) AS n (id, text_hash, is_indexed)
         WHERE s.organization_id = $1 AND s.document_id = n.id
           AND s.text_hash IS NOT DISTINCT FROM decode(n.text_hash, 'hex')`,
        [
          organizationId,
          documents.map(({ id }) => id),
          documents.map(({ textHash }) => textHash),
          documents.map(({ sketch }) => sketch !== null),
        ],
      ),
  };
}

export { CANDIDATES_MAX };
