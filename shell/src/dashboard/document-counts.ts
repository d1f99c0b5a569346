import { failedCount } from '@carrel/shared/contract';
import type { StatusCounts } from '@carrel/shared/contract';

/** How far documents have come, as the dashboard groups their statuses. */
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
