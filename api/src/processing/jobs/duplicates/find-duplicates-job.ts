import * as v from 'valibot';

import { defineJob } from '../../../jobs/job.ts';
import type { Queue } from '../../../platform/queue.ts';
import type { PipelineContext, PipelineJobContext } from '../../context/pipeline-context.ts';
import { compareSome } from './compare-documents.ts';

/** Compares documents of an organization that were processed with the others of their datasets. */
export const findDuplicatesJob = defineJob({
  name: 'find-duplicates',
  payload: v.object({ organizationId: v.pipe(v.string(), v.uuid()) }),
  due: ({ pipeline }: PipelineJobContext) => resumeComparing(pipeline),
  handle: async ({ pipeline }: PipelineJobContext, { organizationId }, slice) => {
    do {
      if ((await compareSome(pipeline.database, organizationId)) === 0) return undefined;
      if (pipeline.isStopping()) break;
    } while (!slice.isOver());
    return { repeatAfterSeconds: 0 };
  },
});

/** Sends a job for each organization with documents to compare, and deletes groups that nothing is left of. */
async function resumeComparing({
  database,
  queue,
}: Pick<PipelineContext, 'database'> & { queue: Queue }): Promise<void> {
  const waiting = await database.query<{ organizationId: string }>(
    `SELECT DISTINCT organization_id AS "organizationId" FROM document_signatures WHERE NOT compared`,
  );
  for (const payload of waiting) await findDuplicatesJob.send(queue, payload);
  for (let after: Place | undefined = FIRST; after !== undefined;) {
    after = await deleteObsoleteHashes(database, after);
  }
}

interface Place {
  organizationId: string;
  groupId: string;
}

const FIRST: Place = {
  organizationId: '00000000-0000-0000-0000-000000000000',
  groupId: '00000000-0000-0000-0000-000000000000',
};
/** Groups that one statement looks at: requests wait for it. */
const GROUPS_AT_ONCE = 100;

/** Deletes the hashes of groups after a place that no document has any more, and groups without a hash. */
async function deleteObsoleteHashes(
  database: PipelineContext['database'],
  { organizationId, groupId }: Place,
): Promise<Place | undefined> {
  const looked = await database.query<Place>(
    `WITH looked AS MATERIALIZED (
       SELECT g.organization_id, g.id FROM duplicate_groups g WHERE (g.organization_id, g.id) > ($1::uuid, $2::uuid)
       ORDER BY g.organization_id, g.id LIMIT ${GROUPS_AT_ONCE}
     ), obsolete AS (
       DELETE FROM duplicate_hashes h USING looked l
       WHERE h.organization_id = l.organization_id AND h.group_id = l.id
         AND (h.kind <> 'equal' OR NOT EXISTS (
           SELECT FROM document_signatures s
           WHERE s.organization_id = h.organization_id AND s.dataset_id = h.dataset_id AND s.sha256 = h.hash))
         AND (h.kind = 'equal' OR NOT EXISTS (
           SELECT FROM document_signatures s
           WHERE s.organization_id = h.organization_id AND s.dataset_id = h.dataset_id AND s.text_hash = h.hash))
       RETURNING h.organization_id, h.group_id
     ), emptied AS (
       DELETE FROM duplicate_groups g USING looked l
       WHERE g.organization_id = l.organization_id AND g.id = l.id AND (
         SELECT count(*) FROM duplicate_hashes h WHERE h.organization_id = l.organization_id AND h.group_id = l.id
       ) = (SELECT count(*) FROM obsolete o WHERE o.organization_id = l.organization_id AND o.group_id = l.id)
     )
     SELECT organization_id AS "organizationId", id AS "groupId" FROM looked
     ORDER BY organization_id DESC, id DESC LIMIT 1`,
    [organizationId, groupId],
  );
  return looked[0];
}
