import {
  documentChunksSchema,
  documentDetailSchema,
  documentTextSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import { inOrganization } from '../../../platform/access/authenticate.ts';
import { beyondSearching } from '../../../platform/access/object-access.ts';
import { callerId } from '../../../platform/access/caller.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { readQuery } from '../../../platform/http/bodies/validate.ts';
import { notFound } from '../../../platform/http/problems.ts';
import { lateReads } from '../../../platform/http/late-reads.ts';
import { documentDetailOf } from './document-detail-repository.ts';
import { documentPathSchema, placeOf } from './document-place.ts';
import { chunksQuerySchema, textQuerySchema } from './page-queries.ts';
import { blocksReaderOf } from './read-blocks.ts';

/** One document: its facts and history, its chunks, its text. Every member may read it. */
export function readingRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, settings } = dependencies;
  const isOcrOn = settings.ocrLanguages.length > 0;
  const readBlocks = blocksReaderOf(dependencies);
  const late = lateReads(database);
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies, { keys: 'documents:read', guests: true });

  routes.get(
    '/datasets/:id/documents/:documentId',
    member,
    late,
    describeRoute('getDocument', 'Get a document', {
      query: documentPathSchema,
      returns: documentDetailSchema,
    }),
    async (c) => {
      const { organizationId, datasetId, documentId } = await placeOf(c, database);
      const reads = documentDetailOf(c.var.reads, organizationId, datasetId);
      const document = await reads.detail(documentId, { isOcrOn });
      if (document === undefined) throw notFound('document');
      return c.json(document);
    },
  );

  routes.get(
    '/datasets/:id/documents/:documentId/chunks',
    member,
    beyondSearching(),
    late,
    describeRoute('listChunks', 'List the chunks of a document', {
      query: chunksQuerySchema,
      returns: documentChunksSchema,
    }),
    async (c) => {
      const { organizationId, datasetId, documentId } = await placeOf(c, database);
      const { from, limit, etags } = readQuery(c, chunksQuerySchema);
      const reads = documentDetailOf(c.var.reads, organizationId, datasetId);
      const chunks = await reads.chunks(documentId, { from, limit, etags: etags === 'true' });
      if (chunks === undefined) throw notFound('document');
      return c.json(chunks);
    },
  );

  routes.get(
    '/datasets/:id/documents/:documentId/text',
    member,
    beyondSearching(),
    describeRoute('getText', 'Get the text of a document', {
      query: textQuerySchema,
      returns: documentTextSchema,
    }),
    async (c) => {
      const { organizationId, datasetId, documentId } = await placeOf(c, database);
      const { from, limit } = readQuery(c, textQuerySchema);
      const blocks = await readBlocks(
        { organizationId, datasetId, documentId },
        { callerId: callerId(c), signal: c.req.raw.signal },
      );
      const page = blocks.slice(from, from + limit);
      return c.json({
        blocks: page,
        ...(from + page.length < blocks.length && { next: from + page.length }),
      });
    },
  );

  return routes;
}
