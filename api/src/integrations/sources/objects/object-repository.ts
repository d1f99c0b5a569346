import type { Queryable } from '../../../platform/database/database.ts';

/** An object as it is stored from a list. */
export interface StoredObject {
  key: string;
  listedPath: string;
  path: string;
  token: string;
  size: number | null;
  url: string | null;
  metadata: string | null;
  /** Whether it keeps the metadata that it has where its token is the same. */
  keepsMetadata: boolean;
  content: Uint8Array | null;
  /** Why it cannot become a document; null where it can. */
  reason: string | null;
}

/** Keys after one, up to another one, or all that follow. */
export interface KeyRange {
  after: string;
  to: string | undefined;
}

interface SourceId {
  organizationId: string;
  sourceId: string;
}

/** The objects of one source. `tx` is a tenant's transaction. */
export function objectsOf(tx: Queryable, { organizationId, sourceId }: SourceId) {
  const source = [organizationId, sourceId] as const;
  return {
    /** Keys of other objects, that are not gone, by those of these paths that they have. */
    taken: async (paths: readonly string[]): Promise<Map<string, string>> => {
      const rows = await tx.query<{ path: string; key: string }>(
        `SELECT path, key FROM source_objects
         WHERE organization_id = $1 AND source_id = $2 AND path = ANY ($3::text[]) AND state <> 'gone'`,
        [...source, paths],
      );
      return new Map(rows.map(({ path, key }) => [path, key]));
    },

    /** The paths that objects with these keys have. */
    paths: async (
      keys: readonly string[],
    ): Promise<Map<string, { listedPath: string; path: string }>> => {
      const rows = await tx.query<{ key: string; listed_path: string; path: string }>(
        `SELECT key, listed_path, path FROM source_objects
         WHERE organization_id = $1 AND source_id = $2 AND key = ANY ($3::text[])`,
        [...source, keys],
      );
      return new Map(
        rows.map(({ key, listed_path: listedPath, path }) => [key, { listedPath, path }]),
      );
    },

    /** Tokens of what documents were made of, by key. */
    tokens: async (keys: readonly string[]): Promise<Map<string, string>> => {
      const rows = await tx.query<{ key: string; token: string }>(
        `SELECT key, merged_token AS token FROM source_objects
         WHERE organization_id = $1 AND source_id = $2 AND key = ANY ($3::text[]) AND merged_token IS NOT NULL`,
        [...source, keys],
      );
      return new Map(rows.map(({ key, token }) => [key, token]));
    },

    /**
     * Returns the keys of those listed objects that are not stored as they are listed, and whether the source has others
     * in a range of keys. Reads only: most objects of most runs have not changed.
     */
    compare: async (
      number: number,
      objects: readonly StoredObject[],
      range: KeyRange | undefined,
    ): Promise<{ others: Set<string>; isAnyAbsent: boolean }> => {
      const rows = await tx.query<{ key: string | null }>(
        `WITH listed AS MATERIALIZED (
           SELECT * FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::text[], $10::jsonb[],
             $11::boolean[], $12::boolean[])
             AS e (key, listed_path, path, token, size, url, metadata, keeps, has_content)
         ), same AS (
           SELECT o.key FROM source_objects o JOIN listed e ON o.key = e.key
           WHERE o.organization_id = $1 AND o.source_id = $2 AND o.key = ANY ($4::text[])
             AND o.reason IS NULL AND o.seen <> -$3::integer
             AND o.listed_path = e.listed_path AND o.path = e.path AND o.token = e.token
             AND o.size IS NOT DISTINCT FROM e.size AND o.url IS NOT DISTINCT FROM e.url
             AND (e.keeps OR o.metadata IS NOT DISTINCT FROM e.metadata)
             AND CASE o.state WHEN 'current' THEN o.merged_token = o.token AND o.merged_path = o.path
               WHEN 'pending' THEN NOT e.has_content AND o.content IS NULL AND o.sent_path IS NULL
                 AND (o.merged_token = o.token AND o.merged_path = o.path) IS NOT TRUE
               ELSE false END
         )
         SELECT key FROM listed WHERE key NOT IN (SELECT key FROM same)
         UNION ALL
         SELECT NULL WHERE $13::text IS NOT NULL AND EXISTS (
           SELECT FROM source_objects o
           WHERE o.organization_id = $1 AND o.source_id = $2 AND o.key > $13 AND ($14::text IS NULL OR o.key <= $14)
             AND o.state <> 'gone' AND o.key NOT IN (SELECT key FROM listed))`,
        [
          ...source,
          number,
          ...listedColumns(objects),
          objects.map(({ keepsMetadata }) => keepsMetadata),
          objects.map(({ content }) => content !== null),
          range?.after ?? null,
          range?.to ?? null,
        ],
      );
      const others = new Set(rows.flatMap(({ key }) => (key === null ? [] : [key])));
      return { others, isAnyAbsent: rows.length > others.size };
    },

    /** Marks objects as seen by a run. */
    markSeen: async (number: number, keys: readonly string[]): Promise<void> => {
      await tx.query(
        `UPDATE source_objects SET seen = $3
         WHERE organization_id = $1 AND source_id = $2 AND key = ANY ($4::text[])`,
        [...source, number, keys],
      );
    },

    /** Marks up to `size` objects of a range that are not listed, until the list is complete. Returns how many. */
    markAbsent: async (
      number: number,
      { after, to }: KeyRange,
      listed: readonly string[],
      size: number,
    ): Promise<number> => {
      const marked = await tx.query(
        `UPDATE source_objects SET seen = -$3::integer
         WHERE organization_id = $1 AND source_id = $2 AND key IN (
           SELECT o.key FROM source_objects o
           WHERE o.organization_id = $1 AND o.source_id = $2 AND o.key > $4 AND ($5::text IS NULL OR o.key <= $5)
             AND o.state <> 'gone' AND o.seen <> -$3::integer AND o.key NOT IN (SELECT unnest($6::text[]))
           ORDER BY o.key LIMIT $7
         ) RETURNING key`,
        [...source, number, after, to ?? null, listed, size],
      );
      return marked.length;
    },

    /** Stores a page. What has changed, or was not merged yet, is pending. With `everything`, all of it is. */
    store: async (
      datasetId: string,
      { number, everything }: { number: number; everything: boolean },
      objects: readonly StoredObject[],
    ): Promise<void> => {
      await tx.query(
        `INSERT INTO source_objects AS o (organization_id, source_id, dataset_id, seen, key, listed_path, path, token, size,
           url, metadata, content, reason, state)
         SELECT $1, $2, $3, $4, e.key, e.listed_path, e.path, e.token, e.size, e.url,
           CASE WHEN e.keeps AND k.token = e.token THEN k.metadata ELSE e.metadata END, e.content, e.reason,
           CASE WHEN e.reason IS NULL THEN 'pending' ELSE 'failed' END
         FROM unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::bigint[], $11::text[], $12::jsonb[], $13::bytea[],
           $14::text[], $15::boolean[]) AS e (key, listed_path, path, token, size, url, metadata, content, reason, keeps)
         LEFT JOIN source_objects k ON k.organization_id = $1 AND k.source_id = $2 AND k.key = e.key
         ORDER BY e.key
         ON CONFLICT (organization_id, source_id, key) DO UPDATE SET seen = excluded.seen,
           listed_path = excluded.listed_path, path = excluded.path, token = excluded.token, size = excluded.size,
           url = excluded.url, metadata = excluded.metadata, reason = excluded.reason, outcome = NULL, sent_path = NULL,
           merged_token = CASE WHEN $5 OR o.metadata IS DISTINCT FROM excluded.metadata THEN NULL ELSE o.merged_token END,
           content = CASE WHEN o.state = 'current' AND NOT $5 AND o.merged_token = excluded.token THEN NULL
             ELSE excluded.content END,
           state = CASE
             WHEN excluded.reason IS NOT NULL THEN 'failed'
             WHEN NOT $5 AND o.merged_token = excluded.token AND o.metadata IS NOT DISTINCT FROM excluded.metadata
               AND o.merged_path = excluded.path THEN 'current'
             ELSE 'pending' END`,
        [
          ...source,
          datasetId,
          number,
          everything,
          ...listedColumns(objects),
          objects.map(({ content }) => content),
          objects.map(({ reason }) => reason),
          objects.map(({ keepsMetadata }) => keepsMetadata),
        ],
      );
    },

    /** Marks objects that a delta names as gone. */
    markGone: async (keys: readonly string[]): Promise<void> => {
      await tx.query(
        `UPDATE source_objects SET state = 'gone', outcome = 'removed', content = NULL, reason = NULL
         WHERE organization_id = $1 AND source_id = $2 AND key = ANY ($3::text[])`,
        [...source, keys],
      );
    },

    /** Has objects that failed in earlier runs read again, as a delta does not list them. */
    retryFailed: async (): Promise<void> => {
      await tx.query(
        `UPDATE source_objects SET state = 'pending', reason = NULL
         WHERE organization_id = $1 AND source_id = $2 AND state = 'failed'`,
        source,
      );
    },

    /**
     * Looks at the next `size` objects after a key, and marks those as gone that a complete list lacks: what it does not
     * name, or of a sorted list, what was marked as absent. Returns how many it has looked at, and the key of the last one.
     */
    markUnseen: async (
      { number, isSorted }: { number: number; isSorted: boolean },
      after: string,
      size: number,
    ): Promise<{ rows: number; last: string | undefined }> => {
      const [looked] = await tx.query<{ rows: number; last: string | null }>(
        `WITH batch AS MATERIALIZED (
           SELECT key, CASE WHEN $6 THEN seen = -$3::integer ELSE seen < $3 END AND state <> 'gone' AS is_unseen FROM source_objects
           WHERE organization_id = $1 AND source_id = $2 AND key > $4 ORDER BY key LIMIT $5
         ), marked AS (
           UPDATE source_objects SET state = 'gone', outcome = 'removed', content = NULL, reason = NULL
           WHERE organization_id = $1 AND source_id = $2
             AND key = ANY (ARRAY(SELECT key FROM batch WHERE is_unseen))
         )
         SELECT count(*) AS rows, max(key) AS last FROM batch`,
        [...source, number, after, size, isSorted],
      );
      return { rows: looked?.rows ?? 0, last: looked?.last ?? undefined };
    },

    /** Forgets up to `size` objects that are gone and never became documents. Returns how many. */
    deleteUnmerged: async (size: number): Promise<number> => {
      const deleted = await tx.query(
        `DELETE FROM source_objects WHERE organization_id = $1 AND source_id = $2 AND key IN (
           SELECT o.key FROM source_objects o
           WHERE o.organization_id = $1 AND o.source_id = $2 AND o.state = 'gone' AND o.merged_path IS NULL
             AND o.archive_id IS NULL AND NOT EXISTS (
               SELECT FROM documents d WHERE d.organization_id = $1 AND d.source_id = $2 AND d.source_key = o.key)
           LIMIT $3
         ) RETURNING key`,
        [...source, size],
      );
      return deleted.length;
    },

    /** Forgets objects. */
    delete: async (keys: readonly string[]): Promise<void> => {
      await tx.query(
        'DELETE FROM source_objects WHERE organization_id = $1 AND source_id = $2 AND key = ANY ($3::text[])',
        [...source, keys],
      );
    },
  };
}

/** What the source says of objects, as arrays of SQL: keys, listed paths, paths, tokens, sizes, addresses, metadata. */
const listedColumns = (objects: readonly StoredObject[]) => [
  objects.map(({ key }) => key),
  objects.map(({ listedPath }) => listedPath),
  objects.map(({ path }) => path),
  objects.map(({ token }) => token),
  objects.map(({ size }) => size),
  objects.map(({ url }) => url),
  objects.map(({ metadata }) => metadata),
];
