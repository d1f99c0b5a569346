import { HOUR_SECONDS, type Step } from '../jobs/steps.ts';
import type { PipelineJobContext } from './context/pipeline-context.ts';
import { forgetStalled, LOOK_MILLISECONDS } from './context/stage-watch.ts';
import { cleanUpArchives, cleanUpUnnamedFiles } from './housekeeping/clean-up-after-crash.ts';
import { hideOldWrites } from './housekeeping/hide-old-writes.ts';
import { vacuum } from './housekeeping/vacuum.ts';
import { cleanUpSegments } from './jobs/indexing/compact-index-job.ts';
import { resumeIndexing } from './jobs/indexing/index-documents-job.ts';
import { deleteEarlierMoves } from './jobs/purge/delete-moves.ts';
import { deleteExpiredUploads } from './jobs/purge/delete-expired-uploads.ts';

const hourly = (
  name: string,
  run: (pipeline: PipelineJobContext['pipeline']) => Promise<unknown>,
): Step<PipelineJobContext> => ({
  name,
  everySeconds: HOUR_SECONDS,
  atStart: true,
  run: ({ pipeline }) => run(pipeline),
});

/** Cleans up what crashes left and what has expired. */
export const CLEAN_UP_STEPS: readonly Step<PipelineJobContext>[] = [
  hourly('expired-uploads', ({ database, queue }) => deleteExpiredUploads(database, queue)),
  hourly('unnamed-files', cleanUpUnnamedFiles),
  hourly('old-writes', ({ database }) => hideOldWrites(database)),
  hourly('archives', cleanUpArchives),
  hourly('stalled-documents', ({ database }) => forgetStalled(database)),
  hourly('moves', ({ database }) => deleteEarlierMoves(database)),
  hourly('search-segments', ({ database }) => cleanUpSegments(database)),
  {
    name: 'unindexed-documents',
    atStart: true,
    run: ({ pipeline: { database, queue } }) => resumeIndexing(database, queue),
  },
  {
    name: 'chosen-model',
    everySeconds: 30,
    run: ({ pipeline }) => pipeline.checkChosenModel(),
  },
  {
    name: 'stage-watch',
    everySeconds: LOOK_MILLISECONDS / 1000,
    run: ({ pipeline }) => pipeline.watch.look(),
  },
  {
    name: 'vacuum',
    everySeconds: HOUR_SECONDS,
    run: ({ pipeline }) => vacuum(pipeline.database),
  },
];
