import { NOT_PRESENT } from '@carrel/shared/contract/archive-rules';

import {
  readAlongIndexes,
  type Database,
  type Queryable,
} from '../../../platform/database/database.ts';
import type { Run } from '../../../jobs/job.ts';
import { ARCHIVE_CANCELLED } from '../cancel/cancel-job.ts';
import { lockDataset } from '../../rows/lock-documents.ts';
import { requestNextRun } from '../../rows/request-job.ts';
import type { Rotation } from '../../rows/rotation.ts';
import { TaskRefused } from '../../../platform/workers/worker-failure.ts';
import type { EntryFacts } from '../../../extraction/zip/read-archive.ts';
import { containerOf, type Container } from '../../rows/container.ts';
import type { ArchiveWrites } from '../../rows/write-condition.ts';
import { splitPath } from '../../rows/document-path.ts';
import type { StagedEntries } from '../../rows/staged-entries.ts';

interface ArchiveId {
  organizationId: string;
  archiveId: string;
}

/** An archive that this worker may read and merge, until another claims it. */
export interface ClaimedArchive extends ArchiveId {
  datasetId: string;
  deleteOrphans: boolean;
  /** The folder whose documents may be removed as orphans; empty for the whole dataset. */
  orphansFolder: string;
  /** Whether it has bytes: a write that only removes documents has none. */
  hasBytes: boolean;
  /** Of documents that a program writes by path. */
  writes: ArchiveWrites | null;
  /** Of an archive of what is inside of documents. */
  containers: readonly Container[] | null;
  /** The source whose archive it is. */
  sourceId: string | null;
  /** The document that its one file replaces, where it was uploaded so. */
  replaces: string | null;
  attempt: string;
}

/** Another worker has claimed the archive, or it was deleted with its dataset. */
export class ArchiveTaken extends Error {
  override readonly name = 'ArchiveTaken';
}

/** Whether an archive is to be merged. One that is paused is not, unless that has begun. */
export const isToMerge = (archive: string): string =>
  `${archive}.status = 'pending' AND (${archive}.paused_at IS NULL OR ${archive}.attempt IS NOT NULL)`;

/** Archives that wait, in the order of their datasets: a later one of the same dataset must win. */
const WAITING = `a.organization_id = $1 AND ${isToMerge('a')} AND NOT EXISTS (
  SELECT FROM archives e WHERE e.organization_id = a.organization_id AND e.dataset_id = a.dataset_id
  AND ${isToMerge('e')} AND e.number < a.number)`;

/** Those of datasets that are not deleted. */
const CLAIMABLE = `FROM archives a JOIN datasets s ON s.organization_id = $1 AND s.id = a.dataset_id
  WHERE ${WAITING}`;

/**
 * Claims the archive of an organization's run under a new token: the oldest of the dataset that is next,
 * or the one that an earlier attempt of the run had. Requests the next run.
 */
export async function claimNextArchive(
  database: Database,
  run: Run,
  rotation: Rotation,
): Promise<ClaimedArchive | undefined> {
  const { organizationId } = run;
  const claimed = await database.tenant(organizationId, async (tx) => {
    const [row] = await tx.query<Omit<ClaimedArchive, 'organizationId'>>(
      `UPDATE archives SET attempt = gen_random_uuid(), turn = $2
       WHERE organization_id = $1 AND id = (
         SELECT a.id ${CLAIMABLE} AND (a.attempt IS NULL OR a.turn = $2)
         ORDER BY a.turn = $2 DESC NULLS LAST, a.dataset_id > $3 DESC, a.dataset_id LIMIT 1
         FOR UPDATE OF a SKIP LOCKED
       )
       RETURNING id AS "archiveId", dataset_id AS "datasetId", delete_orphans AS "deleteOrphans",
         orphans_folder AS "orphansFolder", size > 0 AS "hasBytes", writes, containers, replaces,
         source_id AS "sourceId",
         attempt`,
      [organizationId, run.id, rotation.last(organizationId)],
    );
    await requestNextRun(tx, run, row !== undefined, {
      sql: `SELECT ${CLAIMABLE} AND a.attempt IS NULL LIMIT 1`,
      parameters: [organizationId],
    });
    return row;
  });
  if (claimed === undefined) return undefined;
  rotation.set(organizationId, claimed.datasetId);
  return { organizationId, ...claimed };
}

/**
 * Runs one step of an ingestion in a transaction of its own. Steps of one dataset never run at the same
 * time. The order of locks is the same everywhere: usage of the organization, dataset, archive, documents
 * by id, counts, folders by path. `before` runs ahead of the locks.
 * @throws {ArchiveTaken}
 * @throws {TaskRefused} if a person cancelled the archive
 */
export function archiveStep<T>(
  database: Database,
  archive: ClaimedArchive,
  work: (tx: Queryable) => Promise<T>,
  before?: (tx: Queryable) => Promise<unknown>,
): Promise<T> {
  return lockedStep(
    database,
    archive,
    async (tx, isCancelled) => {
      if (isCancelled) throw new TaskRefused(ARCHIVE_CANCELLED, false);
      return work(tx);
    },
    before,
  );
}

/**
 * Runs a step that ends an ingestion, also of an archive that a person cancelled.
 * @throws {ArchiveTaken}
 */
export function lockedStep<T>(
  database: Database,
  { organizationId, archiveId, datasetId, attempt }: ClaimedArchive,
  work: (tx: Queryable, isCancelled: boolean) => Promise<T>,
  before?: (tx: Queryable) => Promise<unknown>,
): Promise<T> {
  return database.tenant(organizationId, async (tx) => {
    await before?.(tx);
    await lockDataset(tx, organizationId, datasetId);
    const [held] = await tx.query<{ cancelled: boolean }>(
      `SELECT cancelled_at IS NOT NULL AS cancelled FROM archives
       WHERE organization_id = $1 AND id = $2 AND attempt = $3
       AND status = 'pending' FOR NO KEY UPDATE`,
      [organizationId, archiveId, attempt],
    );
    if (held === undefined) throw new ArchiveTaken('The archive is no longer this worker\u2019s');
    return work(tx, held.cancelled);
  });
}

/** Deletes up to `size` staged files of an archive after a path; returns the path of the last one. */
export async function cleanUpEntries(
  tx: Queryable,
  organizationId: string,
  archiveId: string,
  after: string,
  size: number,
): Promise<string | undefined> {
  await readAlongIndexes(tx);
  const [last] = await tx.query<{ path: string | null }>(
    `WITH deleted AS (
       DELETE FROM archive_entries WHERE organization_id = $1 AND archive_id = $2 AND path > $3 AND path <= (
         SELECT max(path) FROM (
           SELECT path FROM archive_entries WHERE organization_id = $1 AND archive_id = $2 AND path > $3
           ORDER BY path LIMIT $4
         ) AS batch
       ) RETURNING path
     )
     SELECT max(path) AS path FROM deleted`,
    [organizationId, archiveId, after, size],
  );
  return last?.path ?? undefined;
}

/** Writes files of an archive into the staging table; of what is inside of documents, those of its containers. */
export async function stageEntries(
  tx: Queryable,
  { organizationId, archiveId, containers }: ArchiveId & Pick<ClaimedArchive, 'containers'>,
  part: readonly EntryFacts[],
): Promise<void> {
  const idOf = ({ path }: EntryFacts) => containerOf(containers, path)?.id ?? null;
  const entries = containers === null ? part : part.filter((entry) => idOf(entry) !== null);
  const parts = entries.map(({ path }) => splitPath(path));
  await tx.query(
    `INSERT INTO archive_entries (organization_id, archive_id, path, folder, name, sort_name, size,
       sha256, fault, data_offset, compressed_size, method, crc32, container_id)
     SELECT $1, $2, path, folder, name, sort_name, size, decode(sha256, 'hex'), fault, data_offset,
       compressed_size, method, crc32, container_id
     FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::text[],
       $10::bigint[], $11::bigint[], $12::smallint[], $13::bigint[], $14::uuid[])
       AS e (path, folder, name, sort_name, size, sha256, fault, data_offset, compressed_size, method, crc32,
         container_id)`,
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
      entries.map(idOf),
    ],
  );
}

/** The condition that an entry's bytes were not sent, as the dataset has them. */
export const isUnsent = (entry: string) =>
  `${entry}.data_offset IS NULL AND ${entry}.sha256 IS NOT NULL`;

/**
 * Refuses those of the next `size` staged files after a path that were not sent although the dataset does not
 * have their bytes. Returns the path of the last one; undefined where none was left.
 */
export async function refuseNotPresent(
  tx: Queryable,
  { organizationId, datasetId, archiveId }: StagedEntries,
  after: string,
  size: number,
): Promise<string | undefined> {
  const [last] = await tx.query<{ path: string | null }>(
    `WITH batch AS MATERIALIZED (
       SELECT path, sha256 FROM archive_entries e
       WHERE organization_id = $1 AND archive_id = $3 AND path > $4 AND ${isUnsent('e')}
       ORDER BY path LIMIT $5
     ), refused AS (
       UPDATE archive_entries e SET fault = $6 FROM batch b
       WHERE e.organization_id = $1 AND e.archive_id = $3 AND e.path = b.path AND b.sha256 IS DISTINCT FROM coalesce((
         SELECT d.sha256 FROM documents d WHERE d.organization_id = $1 AND d.dataset_id = $2
           AND d.path = b.path AND d.origin_path IS NULL
       ), (
         SELECT d.sha256 FROM documents d WHERE d.organization_id = $1 AND d.dataset_id = $2
           AND d.origin_path = b.path ORDER BY d.path LIMIT 1
       ))
     )
     SELECT max(path) AS path FROM batch`,
    [organizationId, datasetId, archiveId, after, size, NOT_PRESENT],
  );
  return last?.path ?? undefined;
}
