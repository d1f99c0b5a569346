import { type ArchiveLimits, MANIFEST_LIMIT_MAX, manifestSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';
import * as v from 'valibot';

import { describeRoute } from '../../platform/http/describe-route.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import { inOrganization } from '../../platform/access/authenticate.ts';
import { notFound } from '../../platform/http/problems.ts';
import { readId, readQuery } from '../../platform/http/bodies/validate.ts';
import { wholeNumber } from '../../platform/http/bodies/whole-number.ts';
import { datasetsOf } from '../datasets/dataset-repository.ts';
import { documentsOf } from './document-repository.ts';
import { pathCursorSchema, readPathCursor, writePathCursor } from './path-cursor.ts';

const manifestQuerySchema = v.object({
  limit: v.optional(wholeNumber('limit', MANIFEST_LIMIT_MAX), String(MANIFEST_LIMIT_MAX)),
  cursor: v.optional(pathCursorSchema),
});

/** The documents of a dataset, for comparing a zip with them before it is uploaded. */
export function manifestRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, settings } = dependencies;
  const limits: ArchiveLimits = {
    max_upload_bytes: settings.maxUploadBytes,
    max_entries: settings.maxEntries,
    max_unpacked_bytes: settings.maxUnpackedBytes,
  };
  const routes = new Hono<ApiEnv>();

  const reader = inOrganization(dependencies, { keys: 'documents:read' });
  routes.get(
    '/datasets/:id/manifest',
    reader,
    describeRoute('getManifest', 'List every document with its size and checksum', {
      query: manifestQuerySchema,
      returns: manifestSchema,
      errors: [400],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'id', 'dataset');
      const { limit, cursor } = readQuery(c, manifestQuerySchema);
      const after = readPathCursor(cursor);
      let rule: string | null | undefined;
      const rows = await database.read(organizationId, async (tx) => {
        const dataset = await datasetsOf(tx, organizationId).find(id);
        if (dataset === undefined) throw notFound('dataset');
        rule = dataset.moved_documents;
        return documentsOf(tx, organizationId).manifest(id, after, limit + 1);
      });
      const documents = rows.slice(0, limit);
      const last = documents.at(-1);
      const isMore = rows.length > limit && last !== undefined;
      return c.json({
        documents,
        limits,
        partial_archives: true,
        ...(typeof rule === 'string' && { moved_documents: rule }),
        ...(isMore && { next_cursor: writePathCursor(last.path) }),
      });
    },
  );

  return routes;
}
