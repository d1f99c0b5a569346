import { client } from '@carrel/shared/api';
import { documentListSchema } from '@carrel/shared/contract';
import type { DocumentList } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import { logFailure } from '../log-failure.ts';
import { inPool } from './pool.ts';

/** How many datasets are asked at once. */
const PARALLEL = 6;

/** The documents of an organization, and how far they have come. */
export interface DocumentCounts {
  documents: number;
  total: number;
  ready: number;
  processing: number;
  ingested: number;
  errors: number;
}

const none: DocumentCounts = {
  documents: 0,
  total: 0,
  ready: 0,
  processing: 0,
  ingested: 0,
  errors: 0,
};

function add(sum: DocumentCounts, { pagination, status_counts: counts }: DocumentList) {
  return {
    documents: sum.documents + pagination.total_count,
    total: sum.total + counts.total,
    ready: sum.ready + counts.embedded,
    processing: sum.processing + counts.chunked + counts.partitioned,
    ingested: sum.ingested + counts.ingested,
    errors: sum.errors + counts.partitioning_error + counts.chunking_error + counts.embedding_error,
  };
}

/** Counts the documents of datasets. One that cannot be counted is logged and left out. */
export async function countDocuments(
  organizationId: string,
  datasetIds: readonly string[],
): Promise<DocumentCounts> {
  const lists = await inPool(datasetIds, PARALLEL, async (datasetId) => {
    try {
      return await client
        .get(apiPaths.documents(datasetId, { page: 1, limit: 1 }), { organizationId })
        .json(documentListSchema);
    } catch (error) {
      logFailure(`The documents of dataset ${datasetId} could not be counted`, error);
      return undefined;
    }
  });
  return lists.filter((list) => list !== undefined).reduce(add, none);
}
