import {
  CHANGED_DOCUMENTS_MAX,
  DOCUMENT_STATUSES,
  type DatasetChange,
  type StatusCounts,
} from '@carrel/shared/contract';

import type { Queryable } from '../database/database.ts';

/** What is different in a dataset since an earlier version of it. */
export interface ChangeSince {
  version: number;
  change: DatasetChange;
}

interface Noted {
  steps: number;
  archives: boolean | null;
  reload: boolean | null;
  document_ids: string[];
}

/**
 * Reads what changed after the version `after`, or the counts alone where that is undefined.
 * Undefined where there is no such dataset. `tx` is a tenant's transaction.
 */
export async function readChange(
  tx: Queryable,
  organizationId: string,
  datasetId: string,
  after: number | undefined,
): Promise<ChangeSince | undefined> {
  const [row] = await tx.query<StatusCounts & { version: number }>(
    `SELECT version, ${DOCUMENT_STATUSES.join(', ')},
       ${DOCUMENT_STATUSES.join(' + ')} AS total
     FROM dataset_counts WHERE organization_id = $1 AND dataset_id = $2`,
    [organizationId, datasetId],
  );
  if (row === undefined) return undefined;
  const { version, ...counts } = row;
  if (after === undefined || after === version) {
    return { version, change: { counts, documents: [], archives: false, reload: false } };
  }
  const noted = await readNoted(tx, [organizationId, datasetId, after, version]);
  // Too long ago, or the version of another dataset.
  const isKnown = noted.steps === version - after;
  const isNamed = noted.document_ids.length <= CHANGED_DOCUMENTS_MAX;
  const change = {
    counts,
    documents: isKnown && isNamed ? await readDocuments(tx, organizationId, noted) : [],
    archives: !isKnown || noted.archives === true,
    reload: !isKnown || !isNamed || noted.reload === true,
  };
  return { version, change };
}

async function readNoted(tx: Queryable, place: readonly unknown[]): Promise<Noted> {
  const [noted] = await tx.query<Noted>(
    `WITH steps AS MATERIALIZED (
       SELECT document_ids, archives, reload FROM dataset_changes
       WHERE organization_id = $1 AND dataset_id = $2 AND version > $3 AND version <= $4
     )
     SELECT count(*) AS steps, bool_or(archives) AS archives, bool_or(reload) AS reload,
       ARRAY(
         SELECT DISTINCT unnest(document_ids) FROM steps LIMIT ${CHANGED_DOCUMENTS_MAX + 1}
       ) AS document_ids
     FROM steps`,
    place,
  );
  return noted ?? { steps: 0, archives: null, reload: null, document_ids: [] };
}

function readDocuments(
  tx: Queryable,
  organizationId: string,
  { document_ids: ids }: Noted,
): Promise<DatasetChange['documents']> {
  return tx.query(
    `SELECT id, path, status, error, attempts FROM documents
     WHERE organization_id = $1 AND id = ANY ($2::uuid[]) ORDER BY path`,
    [organizationId, ids],
  );
}
