import {
  CHANGED_DOCUMENTS_MAX,
  DOCUMENT_STATUSES,
  type DatasetChange,
  type StatusCounts,
} from '@carrel/shared/contract';

import type { Queryable } from '../../platform/database/database.ts';

/** What changed in a dataset since an earlier version of it. */
export interface ChangeSince {
  version: number;
  change: DatasetChange;
}

/** What the recorded steps between two versions changed. */
interface RecordedChanges {
  steps: number;
  archives: boolean | null;
  reload: boolean | null;
  document_ids: string[];
}

/** Reads the changes of one organization's datasets. `tx` is a tenant's transaction. */
export function changesOf(tx: Queryable, organizationId: string) {
  const readSteps = async (...range: [datasetId: string, after: number, version: number]) => {
    const [recorded] = await tx.query<RecordedChanges>(
      `WITH steps AS MATERIALIZED (
         SELECT document_ids, archives, reload FROM dataset_changes
         WHERE organization_id = $1 AND dataset_id = $2 AND version > $3 AND version <= $4
       )
       SELECT count(*) AS steps, bool_or(archives) AS archives, bool_or(reload) AS reload,
         ARRAY(
           SELECT DISTINCT unnest(document_ids) FROM steps LIMIT ${CHANGED_DOCUMENTS_MAX + 1}
         ) AS document_ids
       FROM steps`,
      [organizationId, ...range],
    );
    return recorded ?? { steps: 0, archives: null, reload: null, document_ids: [] };
  };

  const readDocuments = (ids: readonly string[]): Promise<DatasetChange['documents']> =>
    tx.query(
      `SELECT id, path, status, error, attempts FROM documents
       WHERE organization_id = $1 AND id = ANY ($2::uuid[]) ORDER BY path`,
      [organizationId, ids],
    );

  return {
    /** Returns the dataset's version, which each of its changes raises. */
    version: async (datasetId: string): Promise<number | undefined> => {
      const [row] = await tx.query<{ version: number }>(
        'SELECT version FROM dataset_counts WHERE organization_id = $1 AND dataset_id = $2',
        [organizationId, datasetId],
      );
      return row?.version;
    },

    /**
     * Returns what changed after the version `after`, or the counts alone without one; undefined if
     * the dataset does not exist.
     */
    since: async (
      datasetId: string,
      after: number | undefined,
    ): Promise<ChangeSince | undefined> => {
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
      const {
        steps,
        document_ids: ids,
        archives,
        reload,
      } = await readSteps(datasetId, after, version);
      // Steps are missing where `after` is too old, or the version of another dataset.
      const isComplete = steps === version - after;
      const isSmall = ids.length <= CHANGED_DOCUMENTS_MAX;
      const change = {
        counts,
        documents: isComplete && isSmall ? await readDocuments(ids) : [],
        archives: !isComplete || archives === true,
        reload: !isComplete || !isSmall || reload === true,
      };
      return { version, change };
    },
  };
}
