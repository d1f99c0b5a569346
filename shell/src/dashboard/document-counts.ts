import { failedCount } from '@carrel/shared/contract';
import type { StatusCounts } from '@carrel/shared/contract';

/** Document counts, with statuses grouped as on the dashboard. */
export interface DocumentCounts {
  total: number;
  ready: number;
  processing: number;
  ingested: number;
  errors: number;
}

/** Groups the counts of the single statuses. */
export function groupCounts(counts: StatusCounts): DocumentCounts {
  return {
    total: counts.total,
    ready: counts.embedded,
    processing: counts.chunked + counts.partitioned,
    ingested: counts.ingested,
    errors: failedCount(counts),
  };
}
