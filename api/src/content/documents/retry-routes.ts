import {
  retryDocumentsInputSchema,
  type RetryResult,
  retryResultSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { auditOf } from '../../platform/access/audit.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import { allow, inOrganization } from '../../platform/access/authenticate.ts';
import { notFound } from '../../platform/http/problems.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { RETRIES_AT_ONCE, retryDocuments } from '../../processing/jobs/process/retry-documents.ts';
import { datasetsOf } from '../datasets/dataset-repository.ts';
import { documentsOf } from './document-repository.ts';

const SKIPPED_MAX = 1000;

/** Retrying failed documents: those with the given ids, or all of a dataset. */
export function retryRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies);

  routes.post(
    '/datasets/:id/documents/retry',
    member,
    allow('Editor', 'try documents again'),
    describeRoute('retryDocuments', 'Process failed documents again', {
      body: retryDocumentsInputSchema,
      returns: retryResultSchema,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const input = await readBody(c, retryDocumentsInputSchema);
      // Failed documents are listed once, so that one that fails again is not retried indefinitely.
      const ids =
        'document_ids' in input
          ? [...new Set(input.document_ids.map((id) => id.toLowerCase()))]
          : await database.read(organizationId, (tx) =>
              documentsOf(tx, organizationId).failed(datasetId, input.reason),
            );
      const result: RetryResult = { retried: 0, skipped: [] };
      // Without ids, one empty batch still checks that the dataset exists.
      for (let at = 0; at === 0 || at < ids.length; at += RETRIES_AT_ONCE) {
        const documentIds = ids.slice(at, at + RETRIES_AT_ONCE);
        const batch = await c.var.tenant(async (tx) => {
          if (!(await datasetsOf(tx, organizationId).exists(datasetId))) throw notFound('dataset');
          const retry = { organizationId, datasetId, documentIds };
          const done = await retryDocuments(tx, queue, retry);
          if (result.retried === 0 && done.retried > 0) {
            await auditOf(c, tx, 'documents.retried', ['dataset', datasetId]);
          }
          return done;
        });
        result.retried += batch.retried;
        result.skipped.push(...batch.skipped.slice(0, SKIPPED_MAX - result.skipped.length));
      }
      return c.json(result);
    },
  );

  return routes;
}
