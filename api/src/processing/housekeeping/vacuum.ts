import type { Database } from '../../platform/database/database.ts';
import { vacuumTables } from '../../platform/database/vacuum-tables.ts';

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
  'document_versions',
  'document_version_texts',
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

/** Vacuums the tables whose rows change most. */
export const vacuum = (database: Database): Promise<void> => vacuumTables(database, BUSY_TABLES);
