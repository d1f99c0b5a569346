import { type DatasetProgress, datasetProgressSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import { inOrganization } from '../../../platform/access/authenticate.ts';
import { datasetsOf } from '../../datasets/dataset-repository.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { readId } from '../../../platform/http/bodies/validate.ts';
import { notFound } from '../../../platform/http/problems.ts';
import { lateReads } from '../../../platform/http/late-reads.ts';
import { ingestJob } from '../../../processing/jobs/merge/ingest-job.ts';
import { ocrJob } from '../../../processing/jobs/ocr/ocr-job.ts';
import { processJob } from '../../../processing/jobs/process/process-job.ts';
import {
  archiveAhead,
  archiveWaiting,
  datasetWork,
  progressOf,
  stalledOf,
} from './progress-repository.ts';

/** What waits in a dataset and in each of its archives. */
export function progressRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const routes = new Hono<ApiEnv>();
  routes.get(
    '/datasets/:id/progress',
    inOrganization(dependencies, { keys: 'documents:read' }),
    lateReads(database),
    describeRoute('getDatasetProgress', 'Get what waits in a dataset', {
      returns: datasetProgressSchema,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const progress = await c.var.reads.read(organizationId, async (tx) => {
        if (!(await datasetsOf(tx, organizationId).exists(datasetId))) throw notFound('dataset');
        const reading = progressOf(tx, organizationId);
        const work = await reading.work(datasetId);
        const stalled = await reading.stalled(datasetId);
        return {
          dataset: { ...datasetWork(work, datasetId), stalled: stalledOf(stalled) },
          archives: work.archives
            .filter((archive) => archive.datasetId === datasetId && !archive.isHidden)
            .toSorted((one, other) => other.number - one.number)
            .map((archive) => ({
              id: archive.id,
              waiting: archiveWaiting(work, archive),
              ahead: archiveAhead(work, archive),
              paused: archive.isPaused,
              cancelling: archive.isCancelling,
              stalled: stalledOf(stalled.filter((row) => row.archive_id === archive.id)),
            })),
        };
      });
      const jobs = [ingestJob.name, processJob.name, ocrJob.name];
      const response: DatasetProgress = {
        ...progress,
        dataset: {
          ...progress.dataset,
          is_shared: await queue.worksForOthers(jobs, organizationId),
        },
      };
      return c.json(response);
    },
  );
  return routes;
}
