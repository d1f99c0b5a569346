import { randomUUID } from 'node:crypto';

import { IN_WORK_STATUSES } from '@carrel/shared/contract';

import type { Database, Queryable } from '../../database/database.ts';
import { StorageFull, type ArchiveSource } from '../../storage/archive-storage.ts';
import { lockDocuments } from '../lock-documents.ts';
import type { PipelineContext } from '../pipeline-context.ts';
import { deleteArchiveRows } from './delete-archive-rows.ts';

/** Size of one stored file, unless a single document is larger. */
const FILE_BYTES = 32 * 1024 * 1024;
/** Larger documents are never read, so a retry could not succeed. */
const DOCUMENT_BYTES_MAX = 256 * 1024 * 1024;
const READ_BYTES = 1024 * 1024;

const IN_WORK = `EXISTS (
  SELECT FROM documents d WHERE d.organization_id = a.organization_id AND d.archive_id = a.id
  AND d.bytes_key IS NULL AND d.status IN (${IN_WORK_STATUSES.map((status) => `'${status}'`).join(', ')})
)`;

/** Of these archives, those whose bytes are needed no more, or that a person deleted. */
const ENDED = `a.organization_id = $1 AND a.id = ANY ($2::uuid[]) AND a.status <> 'pending'
  AND (a.removed_at IS NOT NULL
    OR (a.purge_on_completion AND a.purged_at IS NULL AND a.status IN ('completed', 'failed')))
  AND NOT ${IN_WORK}`;

/**
 * Finalizes archives of which no document is in work: they are completed; where bytes are to be purged
 * on completion they are, except those of documents that could not be read; archives that a person
 * deleted are deleted with their bytes. Safe to repeat at any time.
 */
export async function finalizeArchives(
  { database, storage }: Pick<PipelineContext, 'database' | 'storage'>,
  organizationId: string,
  archiveIds: readonly string[],
): Promise<void> {
  if (archiveIds.length === 0) return;
  const ended = await database.tenant(organizationId, async (tx) => {
    await tx.query(
      `UPDATE archives a SET status = 'completed'
       WHERE a.organization_id = $1 AND a.id = ANY ($2::uuid[]) AND a.status = 'processing' AND NOT ${IN_WORK}`,
      [organizationId, archiveIds],
    );
    return tx.query<{ id: string; removed: boolean }>(
      `SELECT a.id, a.removed_at IS NOT NULL AS removed FROM archives a WHERE ${ENDED}`,
      [organizationId, archiveIds],
    );
  });
  for (const { id, removed } of ended) {
    if (removed) await deleteArchiveRows(database, organizationId, id);
    else await keepFailedBytes({ database, storage }, organizationId, id);
    const isFinal = await database.tenant(organizationId, (tx) => close(tx, organizationId, id));
    // After a crash at this point the file is orphaned, and is cleaned up as such.
    if (isFinal) await storage.remove(id);
  }
}

/** Deletes the archive's row or marks it purged; false where one of its documents is retried by now. */
async function close(tx: Queryable, organizationId: string, id: string): Promise<boolean> {
  // Waits for a transaction that retries one of its documents, and then sees what it did.
  await tx.query(
    'SELECT id FROM archives WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE',
    [organizationId, id],
  );
  const place = [organizationId, [id]];
  const removed = await tx.query(
    `DELETE FROM archives a WHERE ${ENDED} AND a.removed_at IS NOT NULL RETURNING a.id`,
    place,
  );
  const purged = await tx.query(
    `UPDATE archives a SET purged_at = now() WHERE ${ENDED} AND a.removed_at IS NULL RETURNING a.id`,
    place,
  );
  return removed.length + purged.length > 0;
}

interface FailedEntry {
  id: string;
  data_offset: number;
  compressed_size: number;
}

/**
 * Copies the bytes of documents that could not be read out of an archive that is about to be purged, so
 * that they can be retried. The compressed bytes of several documents share a stored file.
 */
async function keepFailedBytes(
  { database, storage }: Pick<PipelineContext, 'database' | 'storage'>,
  organizationId: string,
  archiveId: string,
): Promise<void> {
  const entries = await database.tenant(organizationId, (tx) =>
    tx.query<FailedEntry>(
      `SELECT id, data_offset, compressed_size FROM documents
       WHERE organization_id = $1 AND archive_id = $2 AND status = 'partitioning_error'
         AND data_offset IS NOT NULL AND bytes_key IS NULL AND size > 0 AND compressed_size <= $3
       ORDER BY data_offset`,
      [organizationId, archiveId, DOCUMENT_BYTES_MAX],
    ),
  );
  if (entries.length === 0) return;
  const source = await storage.open(archiveId);
  try {
    for (const group of groupsOf(entries)) {
      const staged = await storage.stage(bytesOf(source, group), Number.MAX_SAFE_INTEGER);
      const key = randomUUID();
      await staged.keep(key);
      const kept = await moveTo(database, organizationId, archiveId, key, group);
      if (!kept) await storage.remove(key);
    }
  } catch (error) {
    // The purge frees space; a retry then asks for another upload.
    if (!(error instanceof StorageFull)) throw error;
  } finally {
    await source.close();
  }
}

function groupsOf(entries: readonly FailedEntry[]): FailedEntry[][] {
  const groups: FailedEntry[][] = [];
  let room = 0;
  for (const entry of entries) {
    const group = groups.at(-1);
    if (group === undefined || entry.compressed_size > room) {
      groups.push([entry]);
      room = FILE_BYTES;
    } else group.push(entry);
    room -= entry.compressed_size;
  }
  return groups;
}

async function* bytesOf(
  source: ArchiveSource,
  entries: readonly FailedEntry[],
): AsyncGenerator<Uint8Array> {
  for (const { data_offset: start, compressed_size: length } of entries) {
    for (let at = 0; at < length; at += READ_BYTES) {
      yield await source.read(start + at, Math.min(READ_BYTES, length - at));
    }
  }
}

/** False where all of them have been replaced or deleted by now. */
async function moveTo(
  database: Database,
  organizationId: string,
  archiveId: string,
  key: string,
  entries: readonly FailedEntry[],
): Promise<boolean> {
  let offset = 0;
  const offsets = entries.map(({ compressed_size: length }) => {
    offset += length;
    return offset - length;
  });
  const ids = entries.map(({ id }) => id);
  const moved = await database.tenant(organizationId, async (tx) => {
    await lockDocuments(tx, organizationId, ids);
    return tx.query(
      `UPDATE documents d SET bytes_key = $3, data_offset = k.data_offset
       FROM unnest($4::uuid[], $5::bigint[]) AS k (id, data_offset)
       WHERE d.organization_id = $1 AND d.id = k.id AND d.archive_id = $2
         AND d.status = 'partitioning_error' AND d.bytes_key IS NULL
       RETURNING d.id`,
      [organizationId, archiveId, key, ids, offsets],
    );
  });
  return moved.length > 0;
}
