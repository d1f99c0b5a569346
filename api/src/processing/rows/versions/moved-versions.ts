import type { Database, Queryable } from '../../../platform/database/database.ts';
import { OF_DATASET, VERSION_IN_FILE, VERSION_IS_KEPT } from './version-bytes.ts';

/** Versions of which one statement says where their bytes are. */
const VERSIONS_AT_ONCE = 200;

interface VersionId {
  /** Of the document. */
  id: string;
  number: number;
}

/** Selects the versions `v` that two arrays name. */
export const versionsOf = (ids: string, numbers: string): string =>
  `unnest(${ids}::uuid[], ${numbers}::integer[]) AS k (id, number)
   JOIN document_versions v ON v.organization_id = $1 AND v.document_id = k.id AND v.number = k.number`;

/** Adds what versions have in a file to `original_contents`. */
export async function indexVersions(
  database: Database,
  organizationId: string,
  key: string,
): Promise<void> {
  const versions = await database.read(organizationId, (tx) =>
    tx.query<VersionId>(
      `SELECT v.document_id AS id, v.number FROM document_versions v ${OF_DATASET}
       WHERE ${VERSION_IN_FILE} AND ${VERSION_IS_KEPT}`,
      [organizationId, key],
    ),
  );
  for (let at = 0; at < versions.length; at += VERSIONS_AT_ONCE) {
    const some = versions.slice(at, at + VERSIONS_AT_ONCE);
    await database.tenant(organizationId, (tx) =>
      tx.query(
        `INSERT INTO original_contents (organization_id, sha256, key, data_offset, compressed_size, method)
         SELECT DISTINCT ON (v.sha256) $1, v.sha256, $2, v.data_offset, v.compressed_size, v.method
         FROM ${versionsOf('$3', '$4')}
         WHERE ${VERSION_IN_FILE} AND v.sha256 IS NOT NULL
         ORDER BY v.sha256
         ON CONFLICT DO NOTHING`,
        [organizationId, key, some.map(({ id }) => id), some.map(({ number }) => number)],
      ),
    );
  }
}

/** Versions of datasets that keep no originals stop referring to a file. */
export async function releaseVersions(
  database: Database,
  organizationId: string,
  key: string,
): Promise<void> {
  for (let released = 1; released > 0;) {
    ({ length: released } = await database.tenant(organizationId, (tx) =>
      tx.query(
        `UPDATE document_versions v SET file = NULL
         FROM (
           SELECT v.document_id, v.number FROM document_versions v ${OF_DATASET}
           WHERE ${VERSION_IN_FILE} AND NOT (${VERSION_IS_KEPT}) LIMIT $3
         ) r
         WHERE v.organization_id = $1 AND v.document_id = r.document_id AND v.number = r.number
         RETURNING v.number`,
        [organizationId, key, VERSIONS_AT_ONCE],
      ),
    ));
  }
}

/** Points versions of the file `key` to the same content in the files `keys`, which are locked, as are their documents. */
export async function pointVersions(
  tx: Queryable,
  organizationId: string,
  { key, keys }: { key: string; keys: readonly string[] },
  versions: readonly VersionId[],
): Promise<number> {
  if (versions.length === 0) return 0;
  const pointed = await tx.query(
    `UPDATE document_versions v SET file = c.key, data_offset = c.data_offset,
       compressed_size = c.compressed_size, method = c.method
     FROM unnest($3::uuid[], $4::integer[]) AS k (id, number), original_contents c
     WHERE ${VERSION_IN_FILE} AND v.document_id = k.id AND v.number = k.number
       AND c.organization_id = $1 AND c.sha256 = v.sha256 AND c.key <> $2 AND c.key = ANY ($5::uuid[])
       AND EXISTS (SELECT FROM original_files f WHERE f.organization_id = $1 AND f.key = c.key)
     RETURNING v.number`,
    [organizationId, key, versions.map(({ id }) => id), versions.map(({ number }) => number), keys],
  );
  return pointed.length;
}

interface MovedVersion extends VersionId {
  before: number;
  at: number;
  length: number;
  method: number;
}

/** Sets where versions are after they were copied; their documents are locked. Returns how many still needed it. */
export async function moveVersions(
  tx: Queryable,
  organizationId: string,
  { from, key }: { from: string; key: string },
  versions: readonly MovedVersion[],
): Promise<number> {
  if (versions.length === 0) return 0;
  const moved = await tx.query(
    `UPDATE document_versions v SET file = $3, data_offset = k.at, compressed_size = k.length, method = k.method
     FROM unnest($4::uuid[], $5::integer[], $6::bigint[], $7::bigint[], $8::bigint[], $9::smallint[])
       AS k (id, number, before, at, length, method), documents d, datasets s
     WHERE ${VERSION_IN_FILE} AND v.document_id = k.id AND v.number = k.number AND v.data_offset = k.before
       AND d.organization_id = $1 AND d.id = v.document_id
       AND s.organization_id = $1 AND s.id = d.dataset_id AND ${VERSION_IS_KEPT}
     RETURNING v.number`,
    [
      organizationId,
      from,
      key,
      versions.map(({ id }) => id),
      versions.map(({ number }) => number),
      versions.map(({ before }) => before),
      versions.map(({ at }) => at),
      versions.map(({ length }) => length),
      versions.map(({ method }) => method),
    ],
  );
  return moved.length;
}
