import type { Database } from '../../platform/database/database.ts';

/** Tables whose rows change often. The embedded database has no autovacuum. */
const BUSY_TABLES = [
  'sessions',
  'rate_limits',
  'outbox',
  'audit_records',
  'dataset_counts',
  'dataset_changes',
  'archives',
  'uploads',
  'archive_entries',
  'archive_receipts',
  'archive_receipt_entries',
  'archive_receipt_unchanged',
  'folders',
  'documents',
  'document_blocks',
  'ocr_pages',
  'chunks',
  'chunk_vectors',
  'vector_segments',
  'dataset_models',
  'search_parts',
  'search_segments',
  'search_blocks',
  'test_answers',
  'test_questions',
  'test_run_results',
  'test_runs',
  'jobs',
];

/** Frees the space of dead rows and renews the planner's statistics, table by table. */
export async function vacuum(database: Database): Promise<void> {
  if (database.kind !== 'embedded') return;
  for (const table of BUSY_TABLES) {
    await database.query(`VACUUM (ANALYZE) ${table}`);
  }
}
