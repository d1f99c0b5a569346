import {
  DOCUMENT_PAGE_LIMIT_DEFAULT,
  DOCUMENT_PAGE_LIMIT_MAX,
  DOCUMENT_STATUSES,
  documentListSchema,
  FOLDER_SORTS,
  failureReasonSchema,
  failureReasonsSchema,
  navigationSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';
import * as v from 'valibot';

import { describeRoute } from '../../platform/http/describe-route.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import { inOrganization } from '../../platform/access/authenticate.ts';
import { notFound } from '../../platform/http/problems.ts';
import { lateReads } from '../../platform/http/late-reads.ts';
import { readId, readQuery } from '../../platform/http/bodies/validate.ts';
import { wholeNumber } from '../../platform/http/bodies/whole-number.ts';
import { datasetsOf } from '../datasets/dataset-repository.ts';
import { documentsOf } from './document-repository.ts';
import { foldersOf } from './folder-repository.ts';
import { readCursor, writeCursor } from './navigation-cursor.ts';
import { CURSOR_PATTERN } from './path-cursor.ts';

const PAGE_MAX = 1_000_000;
const NAVIGATION_LIMIT_MAX = 1000;
/** Words that are looked for; what follows is left out. */
const WORDS_MAX = 20;

const documentQuerySchema = v.object({
  page: v.optional(wholeNumber('page', PAGE_MAX), '1'),
  limit: v.optional(
    wholeNumber('limit', DOCUMENT_PAGE_LIMIT_MAX),
    String(DOCUMENT_PAGE_LIMIT_DEFAULT),
  ),
  status: v.optional(
    v.picklist(DOCUMENT_STATUSES, `status must be one of ${DOCUMENT_STATUSES.join(', ')}`),
  ),
  reason: v.optional(failureReasonSchema),
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(1000, 'q is too long'))),
  words: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(1000, 'words is too long'),
      v.transform((text) => text.normalize('NFC').split(/\s+/).filter(Boolean).slice(0, WORDS_MAX)),
    ),
    '',
  ),
});

const navigationQuerySchema = v.object({
  path: v.optional(v.string(), ''),
  limit: v.optional(wholeNumber('limit', NAVIGATION_LIMIT_MAX)),
  cursor: v.optional(v.pipe(v.string(), v.metadata({ pattern: CURSOR_PATTERN }))),
  sort: v.optional(
    v.picklist(FOLDER_SORTS, `sort must be one of ${FOLDER_SORTS.join(', ')}`),
    'name',
  ),
  order: v.optional(v.picklist(['asc', 'desc'], 'order must be one of asc, desc'), 'asc'),
});

/** The documents of a dataset, as a list and as folders. */
export function documentRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, settings } = dependencies;
  const isOcrOn = settings.ocrLanguages.length > 0;
  const late = lateReads(database);
  const routes = new Hono<ApiEnv>();
  const reader = inOrganization(dependencies, { keys: 'documents:read', guests: true });

  routes.get(
    '/datasets/:id/documents',
    reader,
    late,
    describeRoute('listDocuments', 'List the documents of a dataset', {
      query: documentQuerySchema,
      returns: documentListSchema,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'id', 'dataset');
      const { page, limit, q, ...filter } = readQuery(c, documentQuerySchema);
      const search = q === undefined || q === '' ? undefined : q.normalize('NFC');
      const list = await c.var.reads.read(organizationId, async (tx) => {
        const documents = documentsOf(tx, organizationId);
        const counts = await documents.counts(id);
        if (counts === undefined) throw notFound('dataset');
        const total =
          search === undefined && filter.reason === undefined && filter.words.length === 0
            ? counts[filter.status ?? 'total']
            : await documents.count(id, { ...filter, search });
        const rows = await documents.page(id, { page, limit, isOcrOn, ...filter, search });
        return {
          pagination: { page, limit, total_count: total },
          status_counts: counts,
          documents: rows,
        };
      });
      return c.json(list);
    },
  );

  routes.get(
    '/datasets/:id/documents/failure-reasons',
    reader,
    late,
    describeRoute('listFailureReasons', 'Count the failed documents of a dataset by reason', {
      returns: failureReasonsSchema,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'id', 'dataset');
      const reasons = await c.var.reads.read(organizationId, async (tx) => {
        if (!(await datasetsOf(tx, organizationId).exists(id))) throw notFound('dataset');
        return documentsOf(tx, organizationId).failureReasons(id, isOcrOn);
      });
      return c.json(reasons);
    },
  );

  routes.get(
    '/datasets/:id/navigate',
    reader,
    late,
    describeRoute('listFolder', 'List a folder of a dataset', {
      query: navigationQuerySchema,
      returns: navigationSchema,
      errors: [400],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'id', 'dataset');
      const { path, limit, cursor, sort, order } = readQuery(c, navigationQuerySchema);
      const by = { sort, order };
      const after = cursor === undefined || cursor === '' ? undefined : readCursor(cursor, by);
      const folder = await foldersOf(c.var.reads, organizationId).page(id, {
        path: path.normalize('NFC'),
        limit,
        after,
        by,
      });
      if (folder === undefined) throw notFound('folder');
      const { next, ...page } = folder;
      return c.json(next === undefined ? page : { ...page, next_cursor: writeCursor(next, by) });
    },
  );

  return routes;
}
