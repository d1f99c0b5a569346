import {
  CHANGES_PER_PAGE,
  COMPARED_CHARACTERS_MAX,
  documentTextSchema,
  documentVersionsSchema,
  versionComparisonSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';
import * as v from 'valibot';

import { compareTexts } from '../../../extraction/comparison/compare-texts.ts';
import { auditOf } from '../../../platform/access/audit.ts';
import { allow, inOrganization } from '../../../platform/access/authenticate.ts';
import { callerId } from '../../../platform/access/caller.ts';
import { beyondSearching } from '../../../platform/access/object-access.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../../platform/http/api-context.ts';
import { readQuery } from '../../../platform/http/bodies/validate.ts';
import { wholeNumber } from '../../../platform/http/bodies/whole-number.ts';
import { describeRoute } from '../../../platform/http/describe-route.ts';
import { limit } from '../../../platform/http/limits/limit.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { abandoned, conflict, notFound } from '../../../platform/http/problems.ts';
import { createRequestSlots } from '../../../platform/sharing/request-slots.ts';
import { deleteVersions } from '../../../processing/jobs/versions/delete-versions.ts';
import {
  documentPathEntries,
  documentPathSchema,
  placeOf,
  readVersion,
} from '../reading/document-place.ts';
import { blocksReaderOf, versionTextGone } from '../reading/read-blocks.ts';
import { storedVersionOf } from '../reading/stored-version.ts';
import { textQuerySchema } from '../reading/page-queries.ts';

const VERSION_MAX = 999_999_999;

const versionNumber = v.pipe(
  v.string(),
  v.regex(/^\d{1,9}$/, 'A version is a whole number'),
  v.transform(Number),
  v.minValue(0),
  v.maxValue(VERSION_MAX),
);

const comparisonQuerySchema = v.object({
  ...documentPathEntries,
  from: versionNumber,
  to: v.optional(versionNumber),
  skip: v.optional(versionNumber, '0'),
  limit: v.optional(wholeNumber('limit', CHANGES_PER_PAGE), String(CHANGES_PER_PAGE)),
});

/** What documents were before they were replaced: the list of versions, their texts, what differs, and their deletion. */
export function versionRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const readBlocks = blocksReaderOf(dependencies);
  const inSlot = createRequestSlots('texts', 'Other documents are being compared.');
  const routes = new Hono<ApiEnv>();
  // Guests see what is there now.
  const member = inOrganization(dependencies, { keys: 'documents:read' });

  routes.get(
    '/datasets/:id/documents/:documentId/versions',
    member,
    beyondSearching(),
    describeRoute('listVersions', 'List the versions of a document', {
      query: documentPathSchema,
      returns: documentVersionsSchema,
    }),
    async (c) => {
      const { organizationId, datasetId, documentId } = await placeOf(c, database);
      const versions = await database.read(organizationId, (tx) =>
        storedVersionOf(tx, organizationId, datasetId).list(documentId),
      );
      if (versions === undefined) throw notFound('document');
      return c.json({ versions });
    },
  );

  routes.get(
    '/datasets/:id/documents/:documentId/versions/compare',
    member,
    beyondSearching(),
    limit(database, 'compare-texts', callerId),
    describeRoute('compareVersions', 'Compare the texts of two versions of a document', {
      query: comparisonQuerySchema,
      returns: versionComparisonSchema,
      errors: [410],
    }),
    async (c) => {
      const { organizationId, datasetId, documentId } = await placeOf(c, database);
      const { from, to, skip, limit: changes } = readQuery(c, comparisonQuerySchema);
      const list = await database.read(organizationId, (tx) =>
        storedVersionOf(tx, organizationId, datasetId).list(documentId),
      );
      if (list === undefined) throw notFound('document');
      const ending = to ?? list[0]?.number ?? from;
      const textOf = async (version: number) => {
        const place = { organizationId, datasetId, documentId, version };
        const blocks = await readBlocks(place, readerOf(c)).catch((error: unknown) => {
          // It was in the list a moment ago.
          const isListed = list.some(({ number }) => number === version);
          const isDeleted = isListed && error instanceof Problem && error.status === 404;
          throw isDeleted ? versionTextGone() : error;
        });
        return textWithin(blocks.map(({ text }) => text).join('\n\n'));
      };
      const comparison = await inSlot({ organizationId, callerId: callerId(c) }, async () =>
        compareTexts(
          { from: await textOf(from), to: await textOf(ending) },
          { skip, limit: changes },
          c.req.raw.signal,
        ).catch((error: unknown) => {
          throw c.req.raw.signal.aborted ? abandoned() : error;
        }),
      );
      return c.json({ from, to: ending, ...comparison });
    },
  );

  routes.get(
    '/datasets/:id/documents/:documentId/versions/:number/text',
    member,
    beyondSearching(),
    describeRoute('getVersionText', 'Get the text of a version of a document', {
      query: textQuerySchema,
      returns: documentTextSchema,
      errors: [410],
    }),
    async (c) => {
      const place = await placeOf(c, database);
      const version = readVersion(c);
      const { from, limit: blocksMax } = readQuery(c, textQuerySchema);
      const blocks = await readBlocks({ ...place, version }, readerOf(c));
      const page = blocks.slice(from, from + blocksMax);
      return c.json({
        blocks: page,
        ...(from + page.length < blocks.length && { next: from + page.length }),
      });
    },
  );

  routes.delete(
    '/datasets/:id/documents/:documentId/versions/:number',
    inOrganization(dependencies, { keys: 'documents:write' }),
    allow('Editor', 'delete versions of documents'),
    describeRoute('deleteVersion', 'Delete an earlier version of a document', {
      query: documentPathSchema,
      errors: [409],
    }),
    async (c) => {
      const { organizationId, datasetId, documentId } = await placeOf(c, database);
      const number = readVersion(c);
      await c.var.tenant(async (tx) => {
        const list = await storedVersionOf(tx, organizationId, datasetId).list(documentId);
        if (list === undefined) throw notFound('document');
        if (list[0]?.number === number) {
          throw conflict('The current version of a document is not deleted alone.');
        }
        if (!list.some((version) => version.number === number)) throw notFound('version');
        const versions = [{ id: documentId, number }];
        // Of two people, one deletes it.
        const deleted = await deleteVersions(queue, tx, organizationId, versions);
        if (deleted === 0) throw notFound('version');
        await auditOf(c, tx, 'documents.version_deleted', ['dataset', datasetId], {
          version: String(number),
        });
      });
      return c.body(null, 204);
    },
  );

  return routes;
}

const readerOf = (c: ApiContext) => ({ callerId: callerId(c), signal: c.req.raw.signal });

/** @throws {Problem} 422 for texts that are too long to be compared while somebody waits */
function textWithin(text: string): string {
  if (text.length <= COMPARED_CHARACTERS_MAX) return text;
  const most = COMPARED_CHARACTERS_MAX.toLocaleString('en-US');
  throw new Problem(422, `Texts of more than ${most} characters are not compared.`);
}
