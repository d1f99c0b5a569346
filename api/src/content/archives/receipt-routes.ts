import {
  archiveReceiptSchema,
  ENTRY_OUTCOMES,
  RECEIPT_LIMIT_DEFAULT,
  RECEIPT_LIMIT_MAX,
} from '@carrel/shared/contract';
import { Hono } from 'hono';
import * as v from 'valibot';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { pathCursorSchema, readPathCursor, writePathCursor } from '../documents/path-cursor.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import { inOrganization } from '../../platform/access/authenticate.ts';
import { isFenced } from '../../platform/database/reach.ts';
import { notFound } from '../../platform/http/problems.ts';
import { readId, readQuery } from '../../platform/http/bodies/validate.ts';
import { wholeNumber } from '../../platform/http/bodies/whole-number.ts';
import { lateReads } from '../../platform/http/late-reads.ts';
import { receiptsOf } from './receipt-repository.ts';

const receiptQuerySchema = v.object({
  outcome: v.optional(
    v.picklist(ENTRY_OUTCOMES, `outcome must be one of ${ENTRY_OUTCOMES.join(', ')}`),
  ),
  limit: v.optional(wholeNumber('limit', RECEIPT_LIMIT_MAX), String(RECEIPT_LIMIT_DEFAULT)),
  cursor: v.optional(pathCursorSchema),
});

/** The receipt of an archive: its outcome for each path. */
export function receiptRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const routes = new Hono<ApiEnv>();

  routes.get(
    '/datasets/:id/archives/:archiveId/entries',
    inOrganization(dependencies, { keys: 'documents:read' }),
    lateReads(database),
    describeRoute('listArchiveEntries', 'List what an archive did to each path', {
      query: receiptQuerySchema,
      returns: archiveReceiptSchema,
      errors: [400],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'archive');
      const archiveId = readId(c, 'archiveId', 'archive');
      const { outcome, limit, cursor } = readQuery(c, receiptQuerySchema);
      const after = readPathCursor(cursor);
      const { counts, rows } = await c.var.reads.read(organizationId, async (tx) => {
        const receipts = receiptsOf(tx, organizationId);
        const found = await receipts.counts(datasetId, archiveId);
        if (found === undefined) throw notFound('archive');
        return {
          counts: found,
          rows: await receipts.entries(archiveId, {
            outcome,
            after,
            limit,
            seenIn: isFenced(datasetId) ? datasetId : undefined,
          }),
        };
      });
      const entries = rows.slice(0, limit);
      const last = entries.at(-1);
      return c.json(
        rows.length > limit && last !== undefined
          ? { counts, entries, next_cursor: writePathCursor(last.path) }
          : { counts, entries },
      );
    },
  );

  return routes;
}
