import type { Database } from '../../../platform/database/database.ts';
import type { ComparedText } from './signature-repository.ts';

interface Hashed {
  datasetId: string;
  /** As hexadecimal text. */
  hash: string;
}

/** The texts of a group that are nearly equal, any two of them. */
export interface TextGroup {
  id: string;
  texts: ComparedText[];
}

/** The first or last hash of bytes that the documents of a text `n` have, by an index. */
const endOf = (order: 'ASC' | 'DESC') => `SELECT s.sha256 FROM document_signatures s
  WHERE s.organization_id = $1 AND s.dataset_id = n.dataset_id AND s.text_hash = n.hash AND s.sha256 IS NOT NULL
  ORDER BY s.sha256 ${order} LIMIT 1`;

/** Writes the groups of an organization, as the owner of the tables. Each statement can be repeated. */
export function groupsOf(database: Pick<Database, 'query'>, organizationId: string) {
  const insert = (kind: 'equal' | 'equal_text', hashed: readonly Hashed[], isShared: string) =>
    hashed.length === 0
      ? Promise.resolve([])
      : database.query(
          `WITH found AS MATERIALIZED (
             SELECT gen_random_uuid() AS id, n.dataset_id, n.hash
             FROM (SELECT DISTINCT dataset_id, decode(hash, 'hex') AS hash
               FROM unnest($2::uuid[], $3::text[]) AS n (dataset_id, hash)) n
             WHERE ${isShared} AND NOT EXISTS (
               SELECT FROM duplicate_hashes h WHERE h.organization_id = $1 AND h.dataset_id = n.dataset_id
                 AND h.kind = '${kind}' AND h.hash = n.hash)
           ), groups AS (
             INSERT INTO duplicate_groups (organization_id, id, dataset_id, kind)
             SELECT $1, f.id, f.dataset_id, '${kind}' FROM found f
             JOIN datasets s ON s.organization_id = $1 AND s.id = f.dataset_id
             RETURNING id
           )
           INSERT INTO duplicate_hashes (organization_id, dataset_id, kind, hash, group_id)
           SELECT $1, f.dataset_id, '${kind}', f.hash, f.id FROM found f JOIN groups g ON g.id = f.id
           ON CONFLICT DO NOTHING`,
          [
            organizationId,
            hashed.map(({ datasetId }) => datasetId),
            hashed.map(({ hash }) => hash),
          ],
        );

  return {
    /** Makes groups of bytes that several documents have. */
    addEqual: (hashed: readonly Hashed[]) =>
      insert(
        'equal',
        hashed,
        `EXISTS (SELECT FROM document_signatures s WHERE s.organization_id = $1 AND s.dataset_id = n.dataset_id
           AND s.sha256 = n.hash OFFSET 1)`,
      ),

    /** Makes groups of texts that documents of different bytes have. */
    addEqualTexts: (hashed: readonly Hashed[]) =>
      insert('equal_text', hashed, `(${endOf('ASC')}) <> (${endOf('DESC')})`),

    /** The groups that these texts are in, with all of their texts that a document still has. */
    ofTexts: async (datasetId: string, hashes: readonly string[]): Promise<TextGroup[]> => {
      const rows = await database.query<ComparedText & { id: string }>(
        `SELECT h.group_id AS id, encode(h.hash, 'hex') AS hash, s.sketch, s.length
         FROM duplicate_hashes h
         CROSS JOIN LATERAL (
           SELECT sketch, length FROM document_signatures s WHERE s.organization_id = $1
             AND s.dataset_id = $2 AND s.text_hash = h.hash AND s.sketch IS NOT NULL LIMIT 1
         ) s
         WHERE h.organization_id = $1 AND h.group_id IN (
           SELECT o.group_id FROM duplicate_hashes o WHERE o.organization_id = $1 AND o.dataset_id = $2
             AND o.kind = 'nearly_equal' AND o.hash = ANY (SELECT decode(unnest($3::text[]), 'hex')))`,
        [organizationId, datasetId, hashes],
      );
      const groups = Map.groupBy(rows, ({ id }) => id);
      return [...groups].map(([id, texts]) => ({ id, texts }));
    },

    /** Adds texts to a group, or makes one of them. A text that is in a group already stays there. */
    addTexts: (datasetId: string, hashes: readonly string[], groupId?: string) =>
      database.query(
        `WITH target AS MATERIALIZED (SELECT coalesce($4::uuid, gen_random_uuid()) AS id), groups AS (
           INSERT INTO duplicate_groups (organization_id, id, dataset_id, kind)
           SELECT $1, t.id, s.id, 'nearly_equal' FROM target t JOIN datasets s ON s.organization_id = $1 AND s.id = $2
           ON CONFLICT (organization_id, id) DO UPDATE SET kind = excluded.kind RETURNING id
         )
         INSERT INTO duplicate_hashes (organization_id, dataset_id, kind, hash, group_id)
         SELECT $1, $2, 'nearly_equal', decode(hash, 'hex'), g.id FROM unnest($3::text[]) AS hash, groups g
         ON CONFLICT DO NOTHING`,
        [organizationId, datasetId, hashes, groupId ?? null],
      ),
  };
}
