import { client, queryKeys } from '@carrel/shared/api';
import { archiveReceiptSchema } from '@carrel/shared/contract';
import type { EntryOutcome } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { infiniteQueryOptions } from '@tanstack/react-query';

/** Milliseconds between two requests while the archive is in progress. */
const REFRESH_MS = 1000;

interface ReceiptQuery {
  archiveId: string;
  /** Null for all. */
  outcome: EntryOutcome | null;
  inProgress: boolean;
}

/** The outcomes of an archive, page by page. */
export const receiptQuery = (
  organizationId: string,
  datasetId: string,
  { archiveId, outcome, inProgress }: ReceiptQuery,
) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.archives(organizationId, datasetId), archiveId, 'entries', outcome],
    queryFn: ({ pageParam, signal }) =>
      client
        .get(
          apiPaths.archiveEntries(datasetId, archiveId, {
            ...(outcome === null ? {} : { outcome }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          }),
          { organizationId, signal },
        )
        .json(archiveReceiptSchema),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor ?? null,
    refetchInterval: inProgress ? REFRESH_MS : false,
  });
