import * as v from 'valibot';

import type { Database, Queryable } from '../../../platform/database/database.ts';
import { defineJob } from '../../../jobs/job.ts';
import type { PipelineContext, PipelineJobContext } from '../../context/pipeline-context.ts';
import { deleteVersions, type VersionId } from './delete-versions.ts';

const VERSIONS_AT_ONCE = 500;

const uuid = v.pipe(v.string(), v.uuid());

/** Deletes versions whose time is over; of a dataset whose setting has changed, also those that are too many. */
export const expireVersionsJob = defineJob({
  name: 'expire-versions',
  payload: v.object({ organizationId: uuid, datasetId: v.optional(uuid) }),
  due: ({ pipeline }: PipelineJobContext) => resumeExpiring(pipeline),
  handle: async ({ pipeline }: PipelineJobContext, expiry, slice) => {
    while (await expireVersions(pipeline, expiry)) {
      if (slice.isOver()) return { repeatAfterSeconds: 0 };
    }
    return undefined;
  },
});

/** Sends a job for each organization with versions whose time is over. */
async function resumeExpiring({
  database,
  queue,
}: Pick<PipelineContext, 'database' | 'queue'>): Promise<void> {
  const expired = await database.query<{ organizationId: string }>(
    `SELECT DISTINCT organization_id AS "organizationId" FROM document_versions WHERE expires_at < now()`,
  );
  for (const organization of expired) await expireVersionsJob.send(queue, organization);
}

interface Expiry {
  organizationId: string;
  datasetId?: string | undefined;
}

/** Deletes some versions; returns whether more may be left. Can be interrupted at any point and repeated. */
export async function expireVersions(
  { database, queue }: Pick<PipelineContext, 'database' | 'queue'>,
  { organizationId, datasetId }: Expiry,
): Promise<boolean> {
  if (datasetId !== undefined) await setExpiry(database, organizationId, datasetId);
  return database.tenant(organizationId, async (tx) => {
    const ended = await findEnded(tx, organizationId, datasetId);
    if (ended.length === 0) return false;
    await deleteVersions(queue, tx, organizationId, ended);
    return ended.length === VERSIONS_AT_ONCE;
  });
}

async function findEnded(
  tx: Queryable,
  organizationId: string,
  datasetId: string | undefined,
): Promise<VersionId[]> {
  const expired = await tx.query<VersionId>(
    `SELECT v.document_id AS id, v.number FROM document_versions v
     WHERE v.organization_id = $1 AND v.expires_at < now() LIMIT $2`,
    [organizationId, VERSIONS_AT_ONCE],
  );
  if (datasetId === undefined || expired.length > 0) return expired;
  return tx.query(
    `SELECT v.document_id AS id, v.number FROM datasets s
     JOIN documents d ON d.organization_id = $1 AND d.dataset_id = s.id
     JOIN document_versions v ON v.organization_id = $1 AND v.document_id = d.id
     WHERE s.organization_id = $1 AND s.id = $2 AND v.number < d.version - s.keep_versions LIMIT $3`,
    [organizationId, datasetId, VERSIONS_AT_ONCE],
  );
}

/** Versions end when the setting that their dataset has now says. */
async function setExpiry(
  database: Database,
  organizationId: string,
  datasetId: string,
): Promise<void> {
  for (let set = 1; set > 0;) {
    ({ length: set } = await database.tenant(organizationId, (tx) =>
      tx.query(
        `UPDATE document_versions v SET expires_at = v.replaced_at + e.days
         FROM (
           SELECT v.document_id, v.number, make_interval(days => s.keep_versions_days) AS days FROM datasets s
           JOIN documents d ON d.organization_id = $1 AND d.dataset_id = s.id
           JOIN document_versions v ON v.organization_id = $1 AND v.document_id = d.id
           WHERE s.organization_id = $1 AND s.id = $2
             AND v.expires_at <> v.replaced_at + make_interval(days => s.keep_versions_days) LIMIT $3
         ) e
         WHERE v.organization_id = $1 AND v.document_id = e.document_id AND v.number = e.number
         RETURNING v.number`,
        [organizationId, datasetId, VERSIONS_AT_ONCE],
      ),
    ));
  }
}
