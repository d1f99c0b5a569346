import { queryKeys } from '@carrel/shared/api';
import { FAILED_STATUSES } from '@carrel/shared/contract';
import type { Document, StatusCounts } from '@carrel/shared/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import { listDocuments, listFailureReasons } from './documents.api.ts';

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

/** Failed documents of a dataset: of one reason, or of all; with these words in their names and reasons. */
export interface FailedScope {
  organizationId: string;
  datasetId: string;
  reason: string | undefined;
  words: string;
}

/** Returns a page of failed documents. One that a stage does not fill goes on with the next stage. */
async function listFailed(scope: FailedScope, from: FailedPage) {
  const { organizationId, datasetId, reason, words } = scope;
  const documents: Document[] = [];
  let { stage, page } = from;
  for (;;) {
    const status = FAILED_STATUSES[stage] ?? FAILED_STATUSES[0];
    const list = await listDocuments(organizationId, datasetId, {
      status,
      page,
      limit: PAGE_LIMIT,
      ...(reason !== undefined && { reason }),
      ...(words !== '' && { words }),
    });
    documents.push(...list.documents);
    const next = nextStage(list.status_counts, stage);
    const isStageOver = page * PAGE_LIMIT >= list.pagination.total_count;
    if (!isStageOver || next === -1 || documents.length >= PAGE_LIMIT) {
      return { ...list, documents, stage, page };
    }
    stage = next;
    page = 1;
  }
}

type FailedList = Awaited<ReturnType<typeof listFailed>>;

function pageAfter({ pagination, status_counts, stage, page }: FailedList): FailedPage | null {
  if (page * PAGE_LIMIT < pagination.total_count) return { stage, page: page + 1 };
  const next = nextStage(status_counts, stage);
  return next === -1 ? null : { stage: next, page: 1 };
}

const FIRST: FailedPage = { stage: 0, page: 1 };

/** The key below which all queries of failed documents of a dataset are. */
export const failedKey = (organizationId: string, datasetId: string) =>
  queryKeys.documents(organizationId, datasetId, { show: 'failed' });

/** Failed documents of a dataset, the earliest stage first, page by page. Those before stay until others arrive. */
export const failedQuery = (scope: FailedScope) =>
  infiniteQueryOptions({
    queryKey: queryKeys.documents(scope.organizationId, scope.datasetId, {
      show: 'failed',
      reason: scope.reason,
      words: scope.words,
    }),
    queryFn: ({ pageParam }) => listFailed(scope, pageParam),
    initialPageParam: FIRST,
    getNextPageParam: pageAfter,
    placeholderData: keepPreviousData,
  });

/** Reads every failed document, page by page. */
export async function allFailed(scope: FailedScope): Promise<Document[]> {
  const documents: Document[] = [];
  let next: FailedPage | null = FIRST;
  while (next !== null) {
    const list: FailedList = await listFailed(scope, next);
    documents.push(...list.documents);
    next = pageAfter(list);
  }
  return documents;
}

/** The failed documents of a dataset by reason. */
export const failureReasonsQuery = (organizationId: string, datasetId: string) =>
  queryOptions({
    queryKey: queryKeys.documents(organizationId, datasetId, { show: 'failed', by: 'reason' }),
    queryFn: () => listFailureReasons(organizationId, datasetId),
  });
