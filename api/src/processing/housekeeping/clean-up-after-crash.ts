import type { Database } from '../../platform/database/database.ts';
import type { ArchiveStorage } from '../../platform/storage/archive-storage.ts';
import type { PipelineContext, UnnamedFiles } from '../context/pipeline-context.ts';
import { UPLOAD_KEYS } from '../jobs/purge/delete-uploads.ts';
import { finalizeArchives } from '../jobs/purge/finalize-archives.ts';

/**
 * Removes stored files that are neither an archive's nor an upload's nor hold originals. One that an upload is
 * writing has no row either. So only those that `seen`, an earlier look, found unnamed and as they are now are
 * removed: no clock is asked, as it may have been set meanwhile. `all` is for a time at which nothing is written.
 * Returns the keys of what was removed, and the files that nothing names.
 */
export async function cleanUpFiles(
  database: Database,
  storage: ArchiveStorage,
  seen: UnnamedFiles | 'all',
): Promise<{ removed: string[]; unnamed: UnnamedFiles }> {
  // Listed before the rows are read: otherwise a file whose archive is committed in between would be
  // taken for orphaned.
  const files = await storage.list();
  const rows = await database.query<{ key: string }>(
    `SELECT id::text AS key FROM archives WHERE purged_at IS NULL
     UNION SELECT key::text FROM original_files
     UNION ${UPLOAD_KEYS}`,
  );
  const known = new Set(rows.map(({ key }) => key));
  const unnamed = new Map(
    files.flatMap(({ key, modifiedAt }) => (known.has(key) ? [] : [[key, modifiedAt.getTime()]])),
  );
  const removed = [...unnamed].flatMap(([key, at]) =>
    seen === 'all' || seen.get(key) === at ? [key] : [],
  );
  for (const key of removed) {
    await storage.remove(key);
    unnamed.delete(key);
  }
  return { removed, unnamed };
}

/** Removes stored files that nothing names, and remembers for the next look those that it finds. */
export async function cleanUpUnnamedFiles({
  database,
  storage,
  log,
  unnamedFiles,
}: Pick<PipelineContext, 'database' | 'storage' | 'log' | 'unnamedFiles'>): Promise<void> {
  const { seen } = unnamedFiles;
  // Where this look fails, the next one takes no file of an upload in progress for one that was seen.
  unnamedFiles.seen = new Map();
  const { removed, unnamed } = await cleanUpFiles(database, storage, seen);
  unnamedFiles.seen = unnamed;
  if (removed.length > 0) log.info('removed files without an archive', { count: removed.length });
}

/** Finalizes archives that a process left open when it died after their last document. */
export async function cleanUpArchives({
  database,
  storage,
  queue,
}: Pick<PipelineContext, 'database' | 'storage' | 'queue'>): Promise<void> {
  const open = await database.query<{ organization_id: string; ids: string[] }>(
    `SELECT organization_id, array_agg(id) AS ids FROM archives
     WHERE status = 'processing' OR removed_at IS NOT NULL
       OR (status IN ('completed', 'failed') AND purge_on_completion AND purged_at IS NULL)
     GROUP BY organization_id`,
  );
  for (const { organization_id: organizationId, ids } of open) {
    await finalizeArchives({ database, storage, queue }, organizationId, ids);
  }
}
