import type { Database, Queryable } from '../../database/database.ts';

interface ArchiveId {
  organizationId: string;
  archiveId: string;
}

/** An archive that this worker may read and merge, until another claims it. */
export interface ClaimedArchive extends ArchiveId {
  datasetId: string;
  deleteOrphans: boolean;
  attempt: string;
  /** An earlier archive of the dataset is not merged yet, and the later one must win. */
  mustWait: boolean;
}

/** Another worker has claimed the archive, or it was deleted with its dataset. */
export class ArchiveTaken extends Error {
  override readonly name = 'ArchiveTaken';
}

/** Claims a pending archive under a new token; undefined where it is not pending. */
export async function claimArchive(
  database: Database,
  { organizationId, archiveId }: ArchiveId,
): Promise<ClaimedArchive | undefined> {
  const [claimed] = await database.tenant(organizationId, (tx) =>
    tx.query<Omit<ClaimedArchive, keyof ArchiveId>>(
      `UPDATE archives a SET attempt = gen_random_uuid()
       WHERE a.organization_id = $1 AND a.id = $2 AND a.status = 'pending'
       RETURNING a.dataset_id AS "datasetId", a.delete_orphans AS "deleteOrphans", a.attempt,
         EXISTS (
           SELECT FROM archives e WHERE e.organization_id = a.organization_id
           AND e.dataset_id = a.dataset_id AND e.status = 'pending' AND e.number < a.number
         ) AS "mustWait"`,
      [organizationId, archiveId],
    ),
  );
  return claimed && { organizationId, archiveId, ...claimed };
}

/**
 * Runs one step of an ingestion in a transaction of its own. Steps of one dataset never run at the same
 * time. The order of locks is the same everywhere: usage of the organization, dataset, archive, documents
 * by id, counts, folders by path. `before` runs ahead of the locks.
 * @throws {ArchiveTaken}
 */
export function archiveStep<T>(
  database: Database,
  { organizationId, archiveId, datasetId, attempt }: ClaimedArchive,
  work: (tx: Queryable) => Promise<T>,
  before?: (tx: Queryable) => Promise<unknown>,
): Promise<T> {
  return database.tenant(organizationId, async (tx) => {
    await before?.(tx);
    await tx.query(
      'SELECT id FROM datasets WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE',
      [organizationId, datasetId],
    );
    const held = await tx.query(
      `SELECT id FROM archives WHERE organization_id = $1 AND id = $2 AND attempt = $3
       AND status = 'pending' FOR NO KEY UPDATE`,
      [organizationId, archiveId, attempt],
    );
    if (held.length === 0) throw new ArchiveTaken('The archive is no longer this worker\u2019s');
    return work(tx);
  });
}
