import {
  FAILED_STATUSES,
  retryDocumentsInputSchema,
  type RetryResult,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import type { Database } from '../database/database.ts';
import type { ApiEnv } from '../http/api-context.ts';
import { auditOf } from '../access/audit-of.ts';
import type { Dependencies } from '../dependencies.ts';
import { allow, inOrganization } from '../access/in-organization.ts';
import { notFound } from '../http/problems.ts';
import { readBody } from '../http/read-body.ts';
import { readId } from '../http/validate.ts';
import { RETRIES_AT_ONCE, retryDocuments } from '../pipeline/process/retry-documents.ts';
import { datasetsOf } from '../datasets/dataset-repository.ts';

const SKIPPED_MAX = 1000;

/** Trying failed documents again: those that are named, or all. */
export function retryRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies);

  routes.post(
    '/datasets/:id/documents/retry',
    member,
    allow('Editor', 'try documents again'),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const input = await readBody(c, retryDocumentsInputSchema);
      const ids =
        'document_ids' in input
          ? [...new Set(input.document_ids.map((id) => id.toLowerCase()))]
          : await findFailed(database, organizationId, datasetId);
      const result: RetryResult = { retried: 0, skipped: [] };
      // At least one step, which finds out whether there is such a dataset.
      for (let at = 0; at === 0 || at < ids.length; at += RETRIES_AT_ONCE) {
        const documentIds = ids.slice(at, at + RETRIES_AT_ONCE);
        const step = await database.tenant(organizationId, async (tx) => {
          if (!(await datasetsOf(tx, organizationId).exists(datasetId))) throw notFound('dataset');
          const retry = { organizationId, datasetId, documentIds };
          const done = await retryDocuments(tx, queue, retry);
          if (result.retried === 0 && done.retried > 0) {
            await auditOf(c, tx, 'documents.retried', ['dataset', datasetId]);
          }
          return done;
        });
        result.retried += step.retried;
        result.skipped.push(...step.skipped.slice(0, SKIPPED_MAX - result.skipped.length));
      }
      return c.json(result);
    },
  );

  return routes;
}

/** Taken once, before any is tried again: one that fails again meanwhile is not tried for ever. */
async function findFailed(
  database: Database,
  organizationId: string,
  datasetId: string,
): Promise<string[]> {
  const rows = await database.tenant(organizationId, (tx) =>
    tx.query<{ id: string }>(
      `SELECT id FROM documents
       WHERE organization_id = $1 AND dataset_id = $2 AND status = ANY ($3::text[])`,
      [organizationId, datasetId, FAILED_STATUSES],
    ),
  );
  return rows.map(({ id }) => id);
}
