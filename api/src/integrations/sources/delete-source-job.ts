import * as v from 'valibot';

import { defineJob, type Slice, type Unfinished } from '../../jobs/job.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Queue } from '../../platform/queue.ts';
import { BatchSize } from '../../processing/rows/batch-size.ts';
import { measuredBatch } from '../../processing/rows/in-batches.ts';
import type { SourceJobContext } from './runs/source-run-job.ts';

const BATCHES = { first: 200, most: 1000 } as const;

/** Deletes the objects of a source that a person deleted, and then its row. */
export const deleteSourceJob = defineJob({
  name: 'delete-source',
  payload: v.object({
    organizationId: v.pipe(v.string(), v.uuid()),
    sourceId: v.pipe(v.string(), v.uuid()),
  }),
  due: ({ sources }: SourceJobContext) => sendDeletions(sources),
  handle: ({ sources }: SourceJobContext, source, slice) =>
    deleteSome(sources.database, source, slice),
});

async function sendDeletions({
  database,
  queue,
}: {
  database: Database;
  queue: Queue;
}): Promise<void> {
  const deleted = await database.query<{ organizationId: string; sourceId: string }>(
    `SELECT organization_id AS "organizationId", id AS "sourceId" FROM sources WHERE deleted_at IS NOT NULL`,
  );
  for (const source of deleted) await deleteSourceJob.send(queue, source);
}

/** As the owner of the tables: to the organization, the source is invisible already. */
async function deleteSome(
  database: Database,
  { organizationId, sourceId }: { organizationId: string; sourceId: string },
  slice: Slice,
): Promise<Unfinished | undefined> {
  const ids = [organizationId, sourceId];
  const size = new BatchSize(BATCHES);
  for (;;) {
    const deleted = await measuredBatch(size, async (most) => {
      const rows = await database.query(
        `DELETE FROM source_objects WHERE organization_id = $1 AND source_id = $2 AND key IN (
         SELECT o.key FROM source_objects o
         JOIN sources s ON s.organization_id = $1 AND s.id = $2 AND s.deleted_at IS NOT NULL
         WHERE o.organization_id = $1 AND o.source_id = $2 LIMIT $3
       ) RETURNING key`,
        [...ids, most],
      );
      return { result: rows.length, rows: rows.length };
    });
    if (deleted === 0) break;
    if (slice.isOver()) return { repeatAfterSeconds: 0 };
  }
  await database.query(
    'DELETE FROM sources WHERE organization_id = $1 AND id = $2 AND deleted_at IS NOT NULL',
    ids,
  );
  return undefined;
}
