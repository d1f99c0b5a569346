import { Hono } from 'hono';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import { auditOf } from '../../../platform/access/audit.ts';
import { allow, inOrganization } from '../../../platform/access/authenticate.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { readId } from '../../../platform/http/bodies/validate.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { notFound } from '../../../platform/http/problems.ts';
import { ARCHIVE_CONTROLS, controlArchive, type ArchiveControl } from './archive-control.ts';

const ACTIONS: Readonly<Record<ArchiveControl, string>> = {
  pause: 'archive.paused',
  resume: 'archive.resumed',
  cancel: 'archive.cancelled',
};

const SUMMARIES: Readonly<Record<ArchiveControl, string>> = {
  pause: 'Pause an archive',
  resume: 'Resume an archive',
  cancel: 'Cancel an archive',
};

const ended = () => new Problem(409, 'This archive is not in progress any more.');

const isCancelling = () => new Problem(409, 'This archive is being cancelled.');

/** Pauses, resumes and cancels archives that wait or are processed. */
export function controlRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { queue } = dependencies;
  const routes = new Hono<ApiEnv>();
  for (const control of ARCHIVE_CONTROLS) {
    routes.post(
      `/datasets/:id/archives/:archiveId/${control}`,
      inOrganization(dependencies),
      allow('Editor', `${control} archives`),
      describeRoute(`${control}Archive`, SUMMARIES[control], { errors: [409] }),
      async (c) => {
        const place = {
          organizationId: c.get('organization').id,
          datasetId: readId(c, 'id', 'archive'),
          archiveId: readId(c, 'archiveId', 'archive'),
        };
        await c.var.tenant(async (tx) => {
          const outcome = await controlArchive(tx, queue, place, control);
          if (outcome === 'missing') throw notFound('archive');
          if (outcome === 'ended') throw ended();
          if (outcome === 'cancelling') throw isCancelling();
          if (outcome === 'done')
            await auditOf(c, tx, ACTIONS[control], ['archive', place.archiveId]);
        });
        return c.body(null, 204);
      },
    );
  }
  return routes;
}
