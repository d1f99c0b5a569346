import * as v from 'valibot';

import { defineJob } from '../../../jobs/job.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Queue } from '../../../platform/queue.ts';
import type { PipelineJobContext } from '../../context/pipeline-context.ts';
import { inBatches, type BatchBounds } from '../../rows/in-batches.ts';
import { inSlice } from '../../rows/in-slice.ts';
import { IS_OPEN } from '../purge/delete-moves.ts';
import { moveNext, type Move } from './move-next.ts';

/** Documents of one transaction. */
export const MOVE_BATCHES: BatchBounds = { first: 100, most: 500, least: 100 };

const moveSchema = v.object({
  organizationId: v.pipe(v.string(), v.uuid()),
  datasetId: v.string(),
  move: v.string(),
});

/** Moves what a request did not wait for, or did not get to as its process ended. */
export const moveDocumentsJob = defineJob({
  name: 'move-documents',
  payload: moveSchema,
  due: ({ pipeline }: PipelineJobContext) => resumeMoves(pipeline.database, pipeline.queue),
  handle: ({ pipeline }: PipelineJobContext, move, slice) =>
    inSlice(pipeline.database, slice, (database) =>
      inBatches(
        MOVE_BATCHES,
        '',
        (work) => database.tenant(move.organizationId, work),
        async (tx, _, size) =>
          (await moveNext(tx, pipeline.queue, move, size)).isMore ? '' : undefined,
      ),
    ),
});

async function resumeMoves(database: Database, queue: Queue): Promise<void> {
  const open = await database.query<Move>(
    `SELECT m.organization_id AS "organizationId", m.dataset_id AS "datasetId", m.id AS move
     FROM document_moves m WHERE ${IS_OPEN}`,
  );
  for (const move of open) await moveDocumentsJob.send(queue, move);
}
