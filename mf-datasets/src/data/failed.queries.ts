import { queryKeys } from '@carrel/shared/api';
import { FAILED_STATUSES } from '@carrel/shared/contract';
import type { StatusCounts } from '@carrel/shared/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';

import { listDocuments } from './documents.api.ts';

/** The query of the address that shows the failed documents of a dataset. */
export const SHOW_FAILED = '?show=failed';

/** Documents per page. */
const PAGE_LIMIT = 200;

/** A page of one status. */
interface FailedPage {
  /** Place in `FAILED_STATUSES`. */
  stage: number;
  page: number;
}

const nextStage = (counts: StatusCounts, stage: number) =>
  FAILED_STATUSES.findIndex((status, place) => place > stage && counts[status] > 0);

/** Returns a page of failed documents; stages without any are skipped. */
async function listFailed(organizationId: string, datasetId: string, from: FailedPage) {
  let { stage, page } = from;
  for (;;) {
    const status = FAILED_STATUSES[stage] ?? FAILED_STATUSES[0];
    const list = await listDocuments(organizationId, datasetId, {
      status,
      page,
      limit: PAGE_LIMIT,
    });
    const next = nextStage(list.status_counts, stage);
    if (list.documents.length > 0 || next === -1) return { ...list, stage, page };
    stage = next;
    page = 1;
  }
}

/** Every failed document of a dataset, the earliest stage first, page by page. */
export const failedQuery = (organizationId: string, datasetId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.documents(organizationId, datasetId, { show: 'failed' }),
    queryFn: ({ pageParam }) => listFailed(organizationId, datasetId, pageParam),
    initialPageParam: { stage: 0, page: 1 },
    getNextPageParam: ({ pagination, status_counts, stage, page }): FailedPage | null => {
      if (page * PAGE_LIMIT < pagination.total_count) return { stage, page: page + 1 };
      const next = nextStage(status_counts, stage);
      return next === -1 ? null : { stage: next, page: 1 };
    },
  });
