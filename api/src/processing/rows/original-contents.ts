import type { Database, Queryable } from '../../platform/database/database.ts';
import { holdDatasets, lockDocuments } from './lock-documents.ts';
import { IN_FILE, IS_AT_REST, IS_KEPT } from './bytes-key.ts';
import { changedDocuments, heldDocuments } from './document-writes/write-documents.ts';
import { indexVersions, pointVersions, versionsOf } from './versions/moved-versions.ts';
import { VERSION_IN_FILE } from './versions/version-bytes.ts';

/** Documents whose contents one statement adds. */
const DOCUMENTS_AT_ONCE = 200;

/** Share of a file's bytes that are contents of their own, above which it is kept as it is. */
export const WORTH_KEEPING = 0.9;

/**
 * Adds the contents of a file to `original_contents`. Returns true, and marks the file stale, where much
 * of it is stored elsewhere or in it twice. Can be interrupted at any point and repeated.
 */
export async function indexContents(
  database: Database,
  organizationId: string,
  key: string,
): Promise<boolean> {
  const documents = await database.read(organizationId, (tx) =>
    tx.query<{ id: string }>(
      `SELECT d.id FROM documents d
       JOIN datasets s ON s.organization_id = d.organization_id AND s.id = d.dataset_id
       WHERE ${IN_FILE} AND ${IS_KEPT}`,
      [organizationId, key],
    ),
  );
  for (let at = 0; at < documents.length; at += DOCUMENTS_AT_ONCE) {
    const ids = documents.slice(at, at + DOCUMENTS_AT_ONCE).map(({ id }) => id);
    await database.tenant(organizationId, (tx) =>
      tx.query(
        // In one order, so that two statements do not wait for each other.
        `INSERT INTO original_contents (organization_id, sha256, key, data_offset, compressed_size, method)
         SELECT DISTINCT ON (d.sha256) $1, d.sha256, $2, d.data_offset, d.compressed_size, d.method
         FROM documents d
         WHERE ${IN_FILE} AND d.id = ANY ($3::uuid[]) AND d.sha256 IS NOT NULL
           AND d.data_offset IS NOT NULL AND d.size > 0
         ORDER BY d.sha256
         ON CONFLICT DO NOTHING`,
        [organizationId, key, ids],
      ),
    );
  }
  await indexVersions(database, organizationId, key);
  return database.tenant(organizationId, async (tx) => {
    const [file] = await tx.query<{ repeated: boolean }>(
      `UPDATE original_files f SET indexed = true
       WHERE f.organization_id = $1 AND f.key = $2
       RETURNING $3::float8 * f.size > (
         SELECT coalesce(sum(c.compressed_size), 0) FROM original_contents c
         WHERE c.organization_id = $1 AND c.key = $2
       ) AS repeated`,
      [organizationId, key, WORTH_KEEPING],
    );
    const isRepeated = file?.repeated ?? false;
    if (isRepeated) await markStale(tx, organizationId, key);
    return isRepeated;
  });
}

/** Has a file swept: something in it is not needed. */
export async function markStale(tx: Queryable, organizationId: string, key: string): Promise<void> {
  await tx.query('UPDATE original_files SET stale = true WHERE organization_id = $1 AND key = $2', [
    organizationId,
    key,
  ]);
}

/** A document, or a version of one. */
interface ContentEntry {
  id: string;
  number: number | null;
}

/**
 * Points documents and versions of a file to the same content in other files. Returns how many. A file that is purged
 * at the same time is not pointed to.
 */
export async function pointToContents(
  tx: Queryable,
  organizationId: string,
  { key, entries }: { key: string; entries: readonly ContentEntry[] },
): Promise<number> {
  const ids = entries.flatMap(({ id, number }) => (number === null ? [id] : []));
  const versions = entries.flatMap(({ id, number }) => (number === null ? [] : [{ id, number }]));
  const elsewhere = await tx.query<{ id: string; key: string }>(
    `SELECT d.id, c.key FROM documents d
     JOIN original_contents c ON c.organization_id = d.organization_id AND c.sha256 = d.sha256
     WHERE ${IN_FILE} AND d.id = ANY ($3::uuid[]) AND c.key <> $2
     UNION ALL
     SELECT v.document_id, c.key FROM ${versionsOf('$4', '$5')}
     JOIN original_contents c ON c.organization_id = v.organization_id AND c.sha256 = v.sha256
     WHERE ${VERSION_IN_FILE} AND c.key <> $2`,
    [organizationId, key, ids, versions.map(({ id }) => id), versions.map(({ number }) => number)],
  );
  if (elsewhere.length === 0) return 0;
  const found = elsewhere.map(({ id }) => id);
  await holdDatasets(tx, organizationId, found);
  await lockDocuments(tx, organizationId, found);
  await tx.query(
    `SELECT key FROM original_files WHERE organization_id = $1 AND key = ANY ($2::uuid[])
     ORDER BY key FOR KEY SHARE`,
    [organizationId, [...new Set(elsewhere.map((place) => place.key))]],
  );
  const pointed = await tx.query(
    `WITH ${heldDocuments('$3')}, ${changedDocuments('pointed', {
      set: `bytes_key = c.key, data_offset = c.data_offset,
         compressed_size = c.compressed_size, method = c.method`,
      from: 'original_contents c, datasets s',
      where: `${IN_FILE} AND ${IS_AT_REST}
         AND s.organization_id = $1 AND s.id = d.dataset_id AND ${IS_KEPT}
         AND c.organization_id = $1 AND c.sha256 = d.sha256 AND c.key <> $2 AND c.key = ANY ($4::uuid[])`,
    })} SELECT id FROM pointed`,
    [
      organizationId,
      key,
      ids.filter((id) => found.includes(id)),
      elsewhere.map((place) => place.key),
    ],
  );
  const keys = elsewhere.map((place) => place.key);
  return pointed.length + (await pointVersions(tx, organizationId, { key, keys }, versions));
}

/** Where contents are in a new file. */
interface NewPlaces {
  key: string;
  copies: readonly { sha256: string | null; at: number; length: number; method: number }[];
}

/** Sets where contents are, after they were copied. */
export async function setContents(
  tx: Queryable,
  organizationId: string,
  { key, copies }: NewPlaces,
): Promise<void> {
  const named = copies.filter(({ sha256 }) => sha256 !== null);
  await tx.query(
    `INSERT INTO original_contents (organization_id, sha256, key, data_offset, compressed_size, method)
     SELECT $1, decode(k.sha256, 'hex'), $2, k.at, k.length, k.method
     FROM unnest($3::text[], $4::bigint[], $5::bigint[], $6::smallint[]) AS k (sha256, at, length, method)
     ORDER BY k.sha256
     ON CONFLICT (organization_id, sha256) DO UPDATE SET key = excluded.key,
       data_offset = excluded.data_offset, compressed_size = excluded.compressed_size, method = excluded.method`,
    [
      organizationId,
      key,
      named.map(({ sha256 }) => sha256),
      named.map(({ at }) => at),
      named.map(({ length }) => length),
      named.map(({ method }) => method),
    ],
  );
}
