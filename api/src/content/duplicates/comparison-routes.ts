import { textComparisonSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';
import * as v from 'valibot';

import { inOrganization } from '../../platform/access/authenticate.ts';
import { callerId } from '../../platform/access/caller.ts';
import { beyondSearching } from '../../platform/access/object-access.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readId, readQuery } from '../../platform/http/bodies/validate.ts';
import { describeRoute } from '../../platform/http/describe-route.ts';
import { limit } from '../../platform/http/limits/limit.ts';
import { Problem } from '../../platform/http/problem.ts';
import { abandoned } from '../../platform/http/problems.ts';
import { createRequestSlots } from '../../platform/sharing/request-slots.ts';
import { compareTexts } from '../../extraction/comparison/compare-texts.ts';
import { blocksReaderOf } from '../documents/reading/read-blocks.ts';

/** Characters of a text that is compared while somebody waits. */
const CHARACTERS_MAX = 5_000_000;

const querySchema = v.object({
  with: v.pipe(v.string(), v.uuid('with must be the id of a document')),
  skip: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,8}$/, 'skip must be a whole number'), v.transform(Number)),
    '0',
  ),
});

/** What differs between the texts of two documents of a dataset. */
export function comparisonRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const readBlocks = blocksReaderOf(dependencies);
  const inSlot = createRequestSlots('texts', 'Other documents are being compared.');
  const routes = new Hono<ApiEnv>();

  routes.get(
    '/datasets/:id/documents/:documentId/comparison',
    inOrganization(dependencies, { keys: 'documents:read' }),
    beyondSearching(),
    limit(database, 'compare-texts', callerId),
    describeRoute('compareDocuments', 'Compare the texts of two documents', {
      query: querySchema,
      returns: textComparisonSchema,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const from = readId(c, 'documentId', 'document');
      const { with: to, skip } = readQuery(c, querySchema);
      const requester = { callerId: callerId(c), signal: c.req.raw.signal };
      const textOf = async (documentId: string) => {
        const blocks = await readBlocks({ organizationId, datasetId, documentId }, requester);
        return textWithin(blocks.map(({ text }) => text).join('\n\n'));
      };
      const texts = { from: await textOf(from), to: await textOf(to) };
      const comparison = await inSlot({ organizationId, callerId: callerId(c) }, () =>
        compareTexts(texts, { skip }, c.req.raw.signal).catch((error: unknown) => {
          throw c.req.raw.signal.aborted ? abandoned() : error;
        }),
      );
      return c.json(comparison);
    },
  );

  return routes;
}

/** @throws {Problem} 422 */
function textWithin(text: string): string {
  if (text.length <= CHARACTERS_MAX) return text;
  const most = CHARACTERS_MAX.toLocaleString('en-US');
  throw new Problem(422, `Texts of more than ${most} characters are not compared.`);
}
