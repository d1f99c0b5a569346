import type { Queryable } from '../../database/database.ts';
import type { EntryFacts } from '../zip/read-archive.ts';
import { splitPath } from './document-path.ts';

/** An archive whose files are all in the staging table `archive_entries`. */
export interface StagedEntries {
  organizationId: string;
  datasetId: string;
  archiveId: string;
}

/** Staged files that one statement merges: those after one path, up to another. */
export interface EntryRange {
  after: string;
  /** The path of the last one. */
  to: string;
}

/** Deletes up to `size` staged files of an archive after a path; returns the path of the last one. */
export async function cleanUpEntries(
  tx: Queryable,
  organizationId: string,
  archiveId: string,
  after: string,
  size: number,
): Promise<string | undefined> {
  const [last] = await tx.query<{ path: string | null }>(
    `WITH deleted AS (
       DELETE FROM archive_entries WHERE organization_id = $1 AND archive_id = $2 AND path IN (
         SELECT path FROM archive_entries WHERE organization_id = $1 AND archive_id = $2 AND path > $3
         ORDER BY path LIMIT $4
       ) RETURNING path
     )
     SELECT max(path) AS path FROM deleted`,
    [organizationId, archiveId, after, size],
  );
  return last?.path ?? undefined;
}

/** Writes files of an archive into the staging table. */
export async function stageEntries(
  tx: Queryable,
  organizationId: string,
  archiveId: string,
  entries: readonly EntryFacts[],
): Promise<void> {
  const parts = entries.map(({ path }) => splitPath(path));
  await tx.query(
    `INSERT INTO archive_entries (organization_id, archive_id, path, folder, name, sort_name, size,
       sha256, fault, data_offset, compressed_size, method, crc32)
     SELECT $1, $2, path, folder, name, sort_name, size, decode(sha256, 'hex'), fault, data_offset,
       compressed_size, method, crc32
     FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::text[],
       $10::bigint[], $11::bigint[], $12::smallint[], $13::bigint[])
       AS e (path, folder, name, sort_name, size, sha256, fault, data_offset, compressed_size, method, crc32)`,
    [
      organizationId,
      archiveId,
      entries.map(({ path }) => path),
      parts.map(({ folder }) => folder),
      parts.map(({ name }) => name),
      parts.map(({ sortName }) => sortName),
      entries.map(({ size }) => size),
      entries.map(({ sha256 }) => sha256 ?? null),
      entries.map(({ fault }) => fault ?? null),
      entries.map(({ location }) => location?.dataOffset ?? null),
      entries.map(({ location }) => location?.compressedSize ?? null),
      entries.map(({ location }) => location?.method ?? null),
      entries.map(({ location }) => location?.crc32 ?? null),
    ],
  );
}
