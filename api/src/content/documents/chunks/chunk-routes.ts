import {
  applyChunkChangeInputSchema,
  changeChunkInputSchema,
  changedChunksSchema,
  datasetChunkChangesSchema,
  documentChunkChangesSchema,
  joinChunksInputSchema,
  splitChunkInputSchema,
  type ChangedChunks,
} from '@carrel/shared/contract';
import { Hono } from 'hono';
import * as v from 'valibot';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import { auditOf } from '../../../platform/access/audit.ts';
import { allow, inOrganization } from '../../../platform/access/authenticate.ts';
import { callerId } from '../../../platform/access/caller.ts';
import { keepResponse } from '../../../platform/access/idempotency/repeatable.ts';
import { beyondSearching } from '../../../platform/access/object-access.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../../platform/http/api-context.ts';
import { requireReadableQuery } from '../../../platform/http/bodies/readable-query.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { readId } from '../../../platform/http/bodies/validate.ts';
import { IF_MATCH } from '../../../platform/http/entity-tag.ts';
import { lateReads } from '../../../platform/http/late-reads.ts';
import { limit } from '../../../platform/http/limits/limit.ts';
import { notFound } from '../../../platform/http/problems.ts';
import { datasetsOf } from '../../datasets/dataset-repository.ts';
import { documentPathEntries, documentPathSchema, placeOf } from '../reading/document-place.ts';
import { createChunkEditor, type EditResult } from './chunk-editor.ts';
import { changeAt, rowOf, type ChunkEdit, type EditedChunk } from './chunk-edit.ts';
import { chunkChangesIn } from './chunk-change-repository.ts';
import { applyLost, editChunk, restored } from './edit-chunk.ts';
import type { EditedDocument } from './edited-document.ts';
import { joinChunks } from './join-chunks.ts';
import { chunkOfTag, readNumber, requireChunk } from './named-chunk.ts';
import { splitChunk } from './split-chunk.ts';
import { chunkChangesOf, shownChunk } from '../changed/shown-chunk.ts';

const CHUNK = '/datasets/:id/documents/:documentId/chunks/:number';
const CHANGES = '/datasets/:id/documents/:documentId/chunks/changes';
/** A text of the largest chunk has four bytes for a character at most; a longer one is told what is allowed. */
const BODY = { maxBytes: 8 * 1024 * 1024 };
const CHANGE = {
  // Instead of If-Match.
  query: v.object({
    ...documentPathEntries,
    etag: v.optional(v.pipe(v.string(), v.maxLength(100))),
  }),
  returns: changedChunksSchema,
  headers: IF_MATCH,
  errors: [409, 412, 503],
};

/** Changing the chunks of a document by hand: what processing keeps as long as the passage is there. */
export function chunkRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const edit = createChunkEditor(dependencies);
  const routes = new Hono<ApiEnv>();
  const reader = inOrganization(dependencies, { keys: 'documents:read' });
  const writer = [
    inOrganization(dependencies, { keys: 'documents:write' }),
    allow('Editor', 'change chunks'),
    limit(database, 'change-chunks', callerId),
  ] as const;

  const change = async (
    c: ApiContext,
    action: `chunks.${'changed' | 'restored'}`,
    work: (document: EditedDocument) => ChunkEdit | undefined,
  ) => {
    const place = await placeOf(c, database);
    const { organizationId, datasetId, documentId } = place;
    const changed = await edit(
      place,
      {
        organizationId,
        callerId: callerId(c),
        accountId: accountOf(c),
        signal: c.req.raw.signal,
        transaction: (each) => c.var.tenant(each),
        record: async (tx, result) => {
          await auditOf(c, tx, action, ['dataset', datasetId], { documentId });
          const response = await responseOf(tx, place, result);
          await keepResponse(c, tx, response, 200);
          return response;
        },
      },
      work,
    );
    const unchanged = () =>
      c.var.tenant((tx) => chunkChangesIn(tx, organizationId).unchanged(documentId));
    return c.json(changed ?? (await unchanged()));
  };

  /** A change of the chunk that the request names. */
  const changeOne = (
    c: ApiContext,
    action: `chunks.${'changed' | 'restored'}`,
    work: (document: EditedDocument, chunk: EditedChunk) => ChunkEdit | undefined,
  ) => {
    const number = readNumber(c);
    return change(c, action, (document) => work(document, requireChunk(c, document, number)));
  };

  routes.patch(
    CHUNK,
    ...writer,
    describeRoute('changeChunk', 'Change a chunk', { ...CHANGE, body: changeChunkInputSchema }),
    async (c) => {
      requireReadableQuery(c);
      const input = await readBody(c, changeChunkInputSchema, BODY);
      return changeOne(c, 'chunks.changed', (document, chunk) => editChunk(document, chunk, input));
    },
  );

  routes.post(
    `${CHUNK}/split`,
    ...writer,
    describeRoute('splitChunk', 'Split a chunk in two', { ...CHANGE, body: splitChunkInputSchema }),
    async (c) => {
      requireReadableQuery(c);
      const { at } = await readBody(c, splitChunkInputSchema);
      return changeOne(c, 'chunks.changed', (document, chunk) => splitChunk(document, chunk, at));
    },
  );

  routes.post(
    `${CHUNK}/join`,
    ...writer,
    describeRoute('joinChunks', 'Join a chunk with the next one', {
      ...CHANGE,
      body: joinChunksInputSchema,
    }),
    async (c) => {
      requireReadableQuery(c);
      const { next } = await readBody(c, joinChunksInputSchema);
      return changeOne(c, 'chunks.changed', (document, chunk) => {
        const other = document.chunks[chunk.number + 1];
        if (other === undefined) throw notFound('chunk');
        return joinChunks(document, chunk, chunkOfTag(document, other.number, next));
      });
    },
  );

  routes.post(
    `${CHUNK}/restore`,
    ...writer,
    describeRoute('restoreChunk', 'Undo what people changed of a chunk', CHANGE),
    (c) =>
      changeOne(c, 'chunks.restored', (document, chunk) =>
        restored(changeAt(document, chunk.number)),
      ),
  );

  routes.get(
    CHANGES,
    reader,
    beyondSearching(),
    lateReads(database),
    describeRoute('listChunkChanges', 'List what people changed of the chunks of a document', {
      query: documentPathSchema,
      returns: documentChunkChangesSchema,
    }),
    async (c) => {
      const { organizationId, datasetId, documentId } = await placeOf(c, database);
      const changes = await c.var.reads.read(organizationId, (tx) =>
        chunkChangesIn(tx, organizationId).list(datasetId, documentId),
      );
      if (changes === undefined) throw notFound('document');
      return c.json({ changes });
    },
  );

  routes.post(
    `${CHANGES}/:changeId/apply`,
    ...writer,
    describeRoute('applyChunkChange', 'Make a lost change of another chunk', {
      query: documentPathSchema,
      body: applyChunkChangeInputSchema,
      returns: changedChunksSchema,
      errors: [409, 412, 503],
    }),
    async (c) => {
      requireReadableQuery(c);
      const { number, etag } = await readBody(c, applyChunkChangeInputSchema);
      const changeId = readId(c, 'changeId', 'change');
      return change(c, 'chunks.changed', (document) => {
        const lost = document.changes.get(changeId);
        if (lost?.isLost !== true) throw notFound('change');
        return applyLost(document, lost, chunkOfTag(document, number, etag));
      });
    },
  );

  routes.delete(
    `${CHANGES}/:changeId`,
    ...writer,
    describeRoute('discardChunkChange', 'Discard a lost change', { query: documentPathSchema }),
    async (c) => {
      const { organizationId, datasetId, documentId } = await placeOf(c, database);
      const changeId = readId(c, 'changeId', 'change');
      await c.var.tenant(async (tx) => {
        const isGone = await chunkChangesIn(tx, organizationId).discard(
          datasetId,
          documentId,
          changeId,
        );
        if (!isGone) throw notFound('change');
        await auditOf(c, tx, 'chunks.discarded', ['dataset', datasetId], { documentId });
      });
      return c.body(null, 204);
    },
  );

  routes.get(
    '/datasets/:id/chunk-changes',
    reader,
    beyondSearching(),
    lateReads(database),
    describeRoute('listChangedDocuments', 'List the documents whose chunks people changed', {
      returns: datasetChunkChangesSchema,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const found = await c.var.reads.read(organizationId, async (tx) => {
        if (!(await datasetsOf(tx, organizationId).exists(datasetId))) throw notFound('dataset');
        return chunkChangesIn(tx, organizationId).ofDataset(datasetId);
      });
      return c.json(found);
    },
  );

  return routes;
}

function accountOf(c: ApiContext): string | undefined {
  const account: { id: string } | undefined = c.get('account');
  return account?.id;
}

/** Returns what a change made, as it is shown. */
async function responseOf(
  tx: Queryable,
  { organizationId, documentId }: { organizationId: string; documentId: string },
  { document, version, first, removed, chunks }: EditResult,
): Promise<ChangedChunks> {
  const changes = await chunkChangesOf(
    (sql, ...parameters) => tx.query(sql, [organizationId, ...parameters]),
    documentId,
  );
  return {
    version,
    total: document.chunks.length + chunks.length - removed,
    number: first,
    removed,
    chunks: chunks.map((chunk, at) => shownChunk(rowOf(chunk, first + at), changes, true)),
  };
}
