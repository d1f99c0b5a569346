import { countDocuments } from '@carrel/shared/api';
import { DOCUMENT_STATUSES } from '@carrel/shared/contract';
import type { StatusCounts, Summary } from '@carrel/shared/contract';

import { logFailure } from '../base/log-failure.ts';
import { mapConcurrently } from './map-concurrently.ts';

/** How many datasets are requested at once. */
const PARALLEL = 6;

/** The documents of an organization: their number, and their counts by status. */
export type DocumentSum = Pick<Summary, 'documents' | 'status_counts'>;

const noCounts: StatusCounts = {
  ingested: 0,
  partitioned: 0,
  partitioning_error: 0,
  chunked: 0,
  chunking_error: 0,
  embedded: 0,
  embedding_error: 0,
  total: 0,
};

function addCounts(one: StatusCounts, other: StatusCounts): StatusCounts {
  const sum = { ...noCounts };
  for (const status of [...DOCUMENT_STATUSES, 'total'] as const) {
    sum[status] = one[status] + other[status];
  }
  return sum;
}

/**
 * Returns the document counts of datasets added up, for servers without a summary. A dataset that
 * cannot be counted is logged and left out.
 */
export async function sumDocuments(
  organizationId: string,
  datasetIds: readonly string[],
): Promise<DocumentSum> {
  const lists = await mapConcurrently(datasetIds, PARALLEL, async (datasetId) => {
    try {
      return await countDocuments(organizationId, datasetId);
    } catch (error) {
      logFailure(`The documents of dataset ${datasetId} could not be counted`, error);
      return undefined;
    }
  });
  return lists
    .filter((list) => list !== undefined)
    .reduce<DocumentSum>(
      (sum, { pagination, status_counts: counts }) => ({
        documents: sum.documents + pagination.total_count,
        status_counts: addCounts(sum.status_counts, counts),
      }),
      { documents: 0, status_counts: noCounts },
    );
}
