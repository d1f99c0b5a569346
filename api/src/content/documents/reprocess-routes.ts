import {
  cancelledReprocessingSchema,
  documentSelectionSchema,
  type ReprocessResult,
  reprocessResultSchema,
  settingsDriftSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { auditOf } from '../../platform/access/audit.ts';
import { allow, inOrganization } from '../../platform/access/authenticate.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { notFound } from '../../platform/http/problems.ts';
import {
  CANCELLED_AT_ONCE,
  cancelReprocessing,
} from '../../processing/jobs/reprocess/cancel-reprocessing.ts';
import { requestReprocessing } from '../../processing/jobs/reprocess/request-reprocessing.ts';
import { datasetsOf } from '../datasets/dataset-repository.ts';
import { documentsOf } from './document-repository.ts';
import { eachSelected } from './selected-documents.ts';

const SKIPPED_MAX = 1000;
/** After which a request ends that another one can go on from: proxies wait for about a minute. */
const REQUEST_MILLISECONDS = 15_000;

/** Processing documents again, with the settings that their dataset has now and the readers of this version. */
export function reprocessRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies);

  routes.get(
    '/datasets/:id/settings-drift',
    member,
    describeRoute('getSettingsDrift', 'Count documents of older settings and of an older reader', {
      returns: settingsDriftSchema,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const drift = await database.read(organizationId, (tx) =>
        documentsOf(tx, organizationId).drift(datasetId),
      );
      if (drift === undefined) throw notFound('dataset');
      return c.json(drift);
    },
  );

  routes.post(
    '/datasets/:id/documents/reprocess',
    member,
    allow('Editor', 'process documents again'),
    describeRoute('reprocessDocuments', 'Process documents again', {
      body: documentSelectionSchema,
      returns: reprocessResultSchema,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const selection = await readBody(c, documentSelectionSchema);
      const place = { organizationId, datasetId };
      const result: ReprocessResult = { reprocessed: 0, skipped: [] };
      const slices = eachSelected(c.var.tenant, place, selection, async (tx, ids) => {
        const done = await requestReprocessing(tx, queue, { ...place, documentIds: ids });
        if (result.reprocessed === 0 && done.reprocessed > 0) {
          await auditOf(c, tx, 'documents.reprocessed', ['dataset', datasetId]);
        }
        result.reprocessed += done.reprocessed;
        result.skipped.push(...done.skipped.slice(0, SKIPPED_MAX - result.skipped.length));
      });
      const until = performance.now() + REQUEST_MILLISECONDS;
      for await (const _ of slices) {
        if (!('older_reader' in selection) || performance.now() < until) continue;
        result.is_more = true;
        break;
      }
      return c.json(result);
    },
  );

  routes.delete(
    '/datasets/:id/documents/reprocess',
    member,
    allow('Editor', 'process documents again'),
    describeRoute('cancelReprocessing', 'Stop processing documents again', {
      returns: cancelledReprocessingSchema,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const next = (isFirst: boolean) =>
        c.var.tenant(async (tx) => {
          const dataset = await datasetsOf(tx, organizationId).find(datasetId);
          if (dataset === undefined) throw notFound('dataset');
          const count = await cancelReprocessing(tx, organizationId, datasetId);
          if (isFirst && count > 0) {
            await auditOf(c, tx, 'documents.reprocessing_cancelled', ['dataset', datasetId]);
          }
          return count;
        });
      let cancelled = 0;
      for (let count = CANCELLED_AT_ONCE; count === CANCELLED_AT_ONCE; cancelled += count) {
        count = await next(cancelled === 0);
      }
      return c.json({ cancelled });
    },
  );

  return routes;
}
