import * as v from 'valibot';

import type { Database, Queryable } from '../../../platform/database/database.ts';
import { defineJob } from '../../../jobs/job.ts';
import type { Queue } from '../../../platform/queue.ts';
import { finalizeArchives } from './finalize-archives.ts';
import { inSlice } from '../../rows/in-slice.ts';
import { purgeOriginalsJob } from '../originals/purge-originals-job.ts';
import type { PipelineJobContext } from '../../context/pipeline-context.ts';
import {
  FINAL_AFTER_SECONDS,
  purgeRemovedDocuments,
  secondsUntilFinal,
} from './purge-removed-documents.ts';

const actSchema = v.object({
  organizationId: v.pipe(v.string(), v.uuid()),
  datasetId: v.string(),
  removal: v.string(),
});

type Act = v.InferOutput<typeof actSchema>;

/** Deletes the documents that one act of a person hid, once it cannot be undone any more. */
export const purgeDocumentsJob = defineJob({
  name: 'purge-documents',
  payload: actSchema,
  due: ({ pipeline }: PipelineJobContext) =>
    resumePurgingDocuments(pipeline.database, pipeline.queue),
  handle: async (
    { pipeline }: PipelineJobContext,
    { organizationId, datasetId, removal },
    slice,
  ) => {
    const act = { organizationId, datasetId, removal };
    const wait = await secondsUntilFinal(pipeline.database, act);
    if (wait > 0) return { repeatAfterSeconds: wait };
    return inSlice(pipeline.database, slice, async (database) => {
      const archiveIds = await archivesOf(database, act);
      await purgeRemovedDocuments(database, act);
      // They may have been the last ones in progress.
      await finalizeArchives({ ...pipeline, database }, organizationId, archiveIds);
      pipeline.compactions.schedule(organizationId, datasetId);
      await purgeOriginalsJob.send(pipeline.queue, { organizationId });
    });
  },
});

/** The archives whose documents an act hid. As the owner of the tables, to whom they are visible. */
async function archivesOf(
  database: Database,
  { organizationId, datasetId, removal }: Act,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `SELECT DISTINCT archive_id AS id FROM documents
     WHERE organization_id = $1 AND dataset_id = $2 AND removal = $3 AND archive_id IS NOT NULL`,
    [organizationId, datasetId, removal],
  );
  return rows.map(({ id }) => id);
}

/** Sends a job that deletes what an act hid, and waits while the act hides more. */
export async function purgeWhenFinal(queue: Queue, tx: Queryable, act: Act): Promise<void> {
  await purgeDocumentsJob.send(queue, act, { tx, startAfterSeconds: FINAL_AFTER_SECONDS });
}

/** Sends a job for each act whose documents are hidden for longer than a job waits, as after a crash. */
export async function resumePurgingDocuments(database: Database, queue: Queue): Promise<void> {
  const waiting = await database.query<Act>(
    `SELECT DISTINCT organization_id AS "organizationId", dataset_id AS "datasetId", removal FROM documents
     WHERE removed_at < now() - interval '1 minute'`,
  );
  for (const act of waiting) await purgeDocumentsJob.send(queue, act);
}
