import type { Queryable } from '../../platform/database/database.ts';

/**
 * Locks documents in the order of their ids, as every transaction does that changes several: different
 * orders would lead to deadlocks. The next statement sees the files that they refer to; one that locked them
 * itself would see those of before it waited.
 */
export async function lockDocuments(
  tx: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.query(
    `SELECT id FROM documents WHERE organization_id = $1 AND id = ANY ($2::uuid[])
     ORDER BY id FOR UPDATE`,
    [organizationId, ids],
  );
}

/**
 * Holds the settings of the datasets of these documents until the transaction ends. Comes before
 * `lockDocuments`.
 */
export async function holdDatasets(
  tx: Queryable,
  organizationId: string,
  documentIds: readonly string[],
): Promise<void> {
  await tx.query(
    `SELECT id FROM datasets WHERE organization_id = $1 AND id IN (
       SELECT dataset_id FROM documents WHERE organization_id = $1 AND id = ANY ($2::uuid[])
     ) ORDER BY id FOR SHARE`,
    [organizationId, documentIds],
  );
}

/** Locks a dataset against other uploads and merges of it, and returns whether it exists. */
export async function lockDataset(
  tx: Queryable,
  organizationId: string,
  datasetId: string,
): Promise<boolean> {
  const locked = await tx.query(
    'SELECT id FROM datasets WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE',
    [organizationId, datasetId],
  );
  return locked.length > 0;
}
