import { randomUUID } from 'node:crypto';

import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Slice } from '../../../jobs/job.ts';
import {
  StorageFull,
  type ArchiveSource,
  type StagedArchive,
} from '../../../platform/storage/archive-storage.ts';
import { purgeFilesLater } from './purge-files-job.ts';
import { holdDatasets, lockDocuments } from '../../rows/lock-documents.ts';
import type { PipelineContext } from '../../context/pipeline-context.ts';
import { IN_FILE, IS_AT_REST, IS_KEPT } from '../../rows/bytes-key.ts';
import {
  indexContents,
  markStale,
  pointToContents,
  setContents,
} from '../../rows/original-contents.ts';
import { groupsOf, type Copy, type Entry } from './group-copies.ts';
import { changedDocuments, heldDocuments } from '../../rows/document-writes/write-documents.ts';
import { moveVersions, releaseVersions } from '../../rows/versions/moved-versions.ts';
import { OF_DATASET, VERSION_IN_FILE, VERSION_IS_KEPT } from '../../rows/versions/version-bytes.ts';

type Purging = Pick<PipelineContext, 'database' | 'storage' | 'queue' | 'log'>;

const READ_BYTES = 1024 * 1024;
/** Documents of which one statement reads where their bytes are. */
const DOCUMENTS_AT_ONCE = 200;

/**
 * Purges what no document needs of an organization's original files. What is still needed of a file is
 * copied into new ones first, each content once. Can be interrupted at any point and repeated. Returns false
 * where the slice is over before the last file.
 */
export async function purgeOriginals(
  purging: Purging,
  organizationId: string,
  slice?: Slice,
): Promise<boolean> {
  const unpurged = await purging.database.read(organizationId, (tx) =>
    tx.query<{ key: string; stale: boolean; indexed: boolean }>(
      `SELECT key, stale, indexed FROM original_files
       WHERE organization_id = $1 AND (stale OR NOT indexed) ORDER BY created_at, key`,
      [organizationId],
    ),
  );
  for (const { key, stale, indexed } of unpurged) {
    if (slice?.isOver() === true) return false;
    const isRepeated = !indexed && (await indexContents(purging.database, organizationId, key));
    if (!stale && !isRepeated) continue;
    try {
      await releaseUnneeded(purging.database, organizationId, key);
      await copyNeeded(purging, organizationId, key, slice);
      await purgeIfUnneeded(purging, organizationId, key);
    } catch (error) {
      if (!(error instanceof StorageFull)) throw error;
      // The file stays as it is, and is purged again later.
      purging.log.warn('no space to copy what is needed of a file', { key });
    }
  }
  return slice?.isOver() !== true;
}

/** Documents and versions of datasets that keep no originals stop referring to the file. */
async function releaseUnneeded(
  database: Database,
  organizationId: string,
  key: string,
): Promise<void> {
  for (;;) {
    const released = await database.tenant(organizationId, async (tx) => {
      const rows = await tx.query<{ id: string }>(
        `SELECT d.id FROM documents d
         JOIN datasets s ON s.organization_id = d.organization_id AND s.id = d.dataset_id
         WHERE d.organization_id = $1 AND d.bytes_key = $2 AND NOT (${IS_KEPT}) LIMIT $3`,
        [organizationId, key, DOCUMENTS_AT_ONCE],
      );
      const ids = rows.map(({ id }) => id);
      await lockDocuments(tx, organizationId, ids);
      return tx.query(
        `WITH ${heldDocuments('$3')}, ${changedDocuments('released', {
          set: 'bytes_key = NULL',
          from: 'datasets s',
          where: `s.organization_id = $1 AND s.id = d.dataset_id AND d.bytes_key = $2 AND NOT (${IS_KEPT})`,
        })} SELECT id FROM released`,
        [organizationId, key, ids],
      );
    });
    if (released.length === 0) break;
  }
  await releaseVersions(database, organizationId, key);
}

async function copyNeeded(
  purging: Purging,
  organizationId: string,
  key: string,
  slice: Slice | undefined,
): Promise<void> {
  const { database, storage } = purging;
  let source: ArchiveSource | undefined;
  try {
    for (;;) {
      const entries = await neededEntries(database, organizationId, key);
      if (entries.length === 0) return;
      const pointed = await database.tenant(organizationId, (tx) =>
        pointToContents(tx, organizationId, { key, entries }),
      );
      if (pointed > 0) continue;
      source ??= await storage.open(key);
      for (const group of groupsOf(entries)) {
        if (slice?.isOver() === true) return;
        const moved = await copyGroup(purging, organizationId, { key, source, group });
        // Nothing of the group is needed any more.
        if (!moved) return;
      }
    }
  } finally {
    await source?.close();
  }
}

const neededEntries = (database: Database, organizationId: string, key: string) =>
  database.read(organizationId, (tx) =>
    tx.query<Entry>(
      `SELECT d.id, NULL::integer AS number, encode(d.sha256, 'hex') AS sha256, d.data_offset, d.compressed_size,
         d.method FROM documents d
       JOIN datasets s ON s.organization_id = d.organization_id AND s.id = d.dataset_id
       WHERE ${IN_FILE} AND ${IS_KEPT} AND ${IS_AT_REST}
       UNION ALL
       SELECT v.document_id, v.number, encode(v.sha256, 'hex'), v.data_offset, v.compressed_size, v.method
       FROM document_versions v ${OF_DATASET} WHERE ${VERSION_IN_FILE} AND ${VERSION_IS_KEPT}
       ORDER BY data_offset, id, number LIMIT $3`,
      [organizationId, key, DOCUMENTS_AT_ONCE],
    ),
  );

interface Group {
  key: string;
  source: ArchiveSource;
  group: readonly Copy[];
}

/** False where none of them is left. */
async function copyGroup(
  { database, storage }: Purging,
  organizationId: string,
  { key: from, source, group }: Group,
): Promise<boolean> {
  const staged = await storage.stage(bytesOf(source, group), Number.MAX_SAFE_INTEGER);
  const key = randomUUID();
  await staged.keep(key);
  const moved = await database.tenant(organizationId, (tx) =>
    moveDocuments(tx, organizationId, { from, key, file: staged, group }),
  );
  if (!moved) await storage.remove(key);
  return moved;
}

interface Move {
  from: string;
  key: string;
  file: Pick<StagedArchive, 'size' | 'sha256'>;
  group: readonly Copy[];
}

async function moveDocuments(
  tx: Queryable,
  organizationId: string,
  { from, key, file, group }: Move,
): Promise<boolean> {
  let end = 0;
  const copies = group.map((copy) => {
    end += copy.length;
    return { ...copy, at: end - copy.length };
  });
  const places = copies.flatMap(({ entries, ...copy }) =>
    entries.map(({ id, number, data_offset: before }) => ({ ...copy, id, number, before })),
  );
  const ofDocuments = places.filter(({ number }) => number === null);
  const ids = places.map(({ id }) => id);
  await holdDatasets(tx, organizationId, ids);
  await lockDocuments(tx, organizationId, ids);
  await tx.query(
    `INSERT INTO original_files (organization_id, key, size, sha256, indexed)
     VALUES ($1, $2, $3, decode($4, 'hex'), true)`,
    [organizationId, key, file.size, file.sha256],
  );
  const versions = await moveVersions(
    tx,
    organizationId,
    { from, key },
    places.flatMap((place) => (place.number === null ? [] : { ...place, number: place.number })),
  );
  const documents = await tx.query(
    `WITH ${heldDocuments('$4')}, ${changedDocuments('moved', {
      set: 'bytes_key = $3, data_offset = k.at, compressed_size = k.length, method = k.method',
      from: `datasets s, unnest($4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[], $8::smallint[])
         AS k (id, before, at, length, method)`,
      where: `${IN_FILE} AND d.id = k.id AND d.data_offset = k.before AND ${IS_AT_REST}
         AND s.organization_id = $1 AND s.id = d.dataset_id AND ${IS_KEPT}`,
    })} SELECT id FROM moved`,
    [
      organizationId,
      from,
      key,
      ofDocuments.map(({ id }) => id),
      ofDocuments.map(({ before }) => before),
      ofDocuments.map(({ at }) => at),
      ofDocuments.map(({ length }) => length),
      ofDocuments.map(({ method }) => method),
    ],
  );
  const moved = documents.length + versions;
  if (moved === 0) {
    await tx.query('DELETE FROM original_files WHERE organization_id = $1 AND key = $2', [
      organizationId,
      key,
    ]);
    return false;
  }
  await setContents(tx, organizationId, { key, copies });
  // Others are not needed any more.
  if (moved < places.length) await markStale(tx, organizationId, key);
  return true;
}

async function* bytesOf(source: ArchiveSource, group: readonly Copy[]): AsyncGenerator<Uint8Array> {
  for (const { start, length } of group) {
    for (let at = 0; at < length; at += READ_BYTES) {
      yield await source.read(start + at, Math.min(READ_BYTES, length - at));
    }
  }
}

async function purgeIfUnneeded(
  { database, queue }: Purging,
  organizationId: string,
  key: string,
): Promise<void> {
  await database.tenant(organizationId, async (tx) => {
    await tx.query(
      'SELECT key FROM original_files WHERE organization_id = $1 AND key = $2 FOR UPDATE',
      [organizationId, key],
    );
    const [needed] = await tx.query(
      `SELECT d.id FROM documents d
       JOIN datasets s ON s.organization_id = d.organization_id AND s.id = d.dataset_id
       WHERE ${IN_FILE} AND ${IS_KEPT}
       UNION ALL SELECT v.document_id FROM document_versions v ${OF_DATASET}
       WHERE ${VERSION_IN_FILE} AND ${VERSION_IS_KEPT}
       UNION ALL SELECT NULL WHERE is_needed_by_hidden($2) LIMIT 1`,
      [organizationId, key],
    );
    if (needed !== undefined) return;
    await tx.query('DELETE FROM original_files WHERE organization_id = $1 AND key = $2', [
      organizationId,
      key,
    ]);
    await purgeFilesLater(queue, tx, [key]);
  });
}
