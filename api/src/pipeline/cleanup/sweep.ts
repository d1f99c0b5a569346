import { IN_WORK_STATUSES } from '@carrel/shared/contract';

import type { ArchiveStorage } from '../../storage/archive-storage.ts';
import type { Database } from '../../database/database.ts';
import type { Queue } from '../../jobs/queue.ts';
import { finalizeArchives } from './finalize-archives.ts';
import { lockDocuments } from '../lock-documents.ts';
import { pipelineJobs } from '../queues.ts';

/** Removes stored files that no archive and no failed document has, if they were last written to before `before`. */
export async function sweepFiles(
  database: Database,
  storage: ArchiveStorage,
  before: Date,
): Promise<string[]> {
  // Listed before the rows are read: a file that became an archive in between is not taken for one
  // without a row.
  const files = (await storage.list()).filter(({ modifiedAt }) => modifiedAt < before);
  const rows = await database.query<{ id: string }>(
    `SELECT id FROM archives WHERE purged_at IS NULL
     UNION SELECT bytes_key FROM documents WHERE bytes_key IS NOT NULL`,
  );
  const known = new Set(rows.map(({ id }) => id));
  const strays = files.map(({ key }) => key).filter((key) => !known.has(key));
  for (const key of strays) await storage.remove(key);
  return strays;
}

/** Ends archives that were left open when a process died between their last document and their end. */
export async function sweepArchives(database: Database, storage: ArchiveStorage): Promise<void> {
  const open = await database.query<{ organization_id: string; ids: string[] }>(
    `SELECT organization_id, array_agg(id) AS ids FROM archives
     WHERE status = 'processing' OR removed_at IS NOT NULL
       OR (status IN ('completed', 'failed') AND purge_on_completion AND purged_at IS NULL)
     GROUP BY organization_id`,
  );
  for (const { organization_id: organizationId, ids } of open) {
    await finalizeArchives({ database, storage }, organizationId, ids);
  }
}

/** Sends documents on their way again that have not moved for a day. Their claim keeps it harmless. */
export async function sweepDocuments(database: Database, queue: Queue): Promise<void> {
  const resting = await database.query<{ organization_id: string; ids: string[] }>(
    `SELECT organization_id, array_agg(id) AS ids FROM documents
     WHERE status = ANY ($1::text[]) AND updated_at < now() - interval '1 day'
     GROUP BY organization_id`,
    [IN_WORK_STATUSES],
  );
  for (const { organization_id: organizationId, ids } of resting) {
    await database.tenant(organizationId, async (tx) => {
      await lockDocuments(tx, organizationId, ids);
      await tx.query(
        'UPDATE documents SET updated_at = now() WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
        [organizationId, ids],
      );
      await pipelineJobs.process(queue, tx, organizationId, ids);
    });
  }
}

/** Tables whose rows change often. The embedded database has nobody who would tidy up after that. */
const BUSY_TABLES = [
  'sessions',
  'rate_limits',
  'outbox',
  'audit_records',
  'dataset_counts',
  'dataset_changes',
  'archives',
  'archive_entries',
  'archive_receipts',
  'archive_receipt_entries',
  'archive_receipt_unchanged',
  'folders',
  'documents',
  'document_blocks',
  'chunks',
  'chunk_vectors',
];

/** Frees what changed rows left behind and renews the planner's figures, table by table. */
export async function vacuum(database: Database): Promise<void> {
  if (database.kind !== 'embedded') return;
  const queue = await database.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'pgboss'`,
  );
  for (const table of [...BUSY_TABLES, ...queue.map(({ name }) => name)]) {
    await database.query(`VACUUM (ANALYZE) ${table}`);
  }
}
