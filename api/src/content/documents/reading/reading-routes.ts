import {
  CHUNK_PAGE_LIMIT_DEFAULT,
  CHUNK_PAGE_LIMIT_MAX,
  documentChunksSchema,
  documentDetailSchema,
  documentTextSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';
import * as v from 'valibot';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import { inOrganization } from '../../../platform/access/authenticate.ts';
import { beyondSearching } from '../../../platform/access/object-access.ts';
import { callerId } from '../../../platform/access/caller.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { readQuery } from '../../../platform/http/bodies/validate.ts';
import { wholeNumber } from '../../../platform/http/bodies/whole-number.ts';
import { notFound } from '../../../platform/http/problems.ts';
import { lateReads } from '../../../platform/http/late-reads.ts';
import { documentDetailOf } from './document-detail-repository.ts';
import { documentPathEntries, documentPathSchema, placeOf } from './document-place.ts';
import { blocksReaderOf } from './read-blocks.ts';

const NUMBER_MAX = 10_000_000;
const TEXT_BLOCKS_MAX = 2000;

const fromZero = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^\d{1,8}$/, 'from must be a whole number'),
    v.transform(Number),
    v.maxValue(NUMBER_MAX),
  ),
  '0',
);

const chunksQuerySchema = v.object({
  ...documentPathEntries,
  from: fromZero,
  limit: v.optional(wholeNumber('limit', CHUNK_PAGE_LIMIT_MAX), String(CHUNK_PAGE_LIMIT_DEFAULT)),
});

const textQuerySchema = v.object({
  ...documentPathEntries,
  from: fromZero,
  limit: v.optional(wholeNumber('limit', TEXT_BLOCKS_MAX), String(TEXT_BLOCKS_MAX)),
});

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
      const { from, limit } = readQuery(c, chunksQuerySchema);
      const reads = documentDetailOf(c.var.reads, organizationId, datasetId);
      const chunks = await reads.chunks(documentId, from, limit);
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
