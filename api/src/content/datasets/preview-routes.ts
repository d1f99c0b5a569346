import { chunkPreviewSchema, previewChunksInputSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/description/describe-route.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import { allow, inOrganization } from '../../platform/access/authenticate.ts';
import { RateLimits } from '../../platform/http/limits/rate-limit.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { checkTemplate } from './check-template.ts';
import { createChunkPreviewer } from './chunk-previewer.ts';

/** Previews of an account: more than a person who types makes. */
const LIMIT = { times: 120, seconds: 60 };

/** Previews how a dataset's settings split a sample text. Nothing is stored. */
export function previewRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const preview = createChunkPreviewer();
  const limits = new RateLimits(dependencies.database);
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies);

  routes.post(
    '/datasets/preview-chunks',
    member,
    allow('Editor', 'preview chunks'),
    describeRoute('previewChunks', 'Preview how a text is split', {
      body: previewChunksInputSchema,
      returns: chunkPreviewSchema,
    }),
    async (c) => {
      const { id: accountId } = c.get('account');
      const input = await readBody(c, previewChunksInputSchema);
      await limits.take({ subject: ['preview', accountId], ...LIMIT });
      checkTemplate(input.chunk_template);
      const request = {
        organizationId: c.get('organization').id,
        callerId: accountId,
        signal: c.req.raw.signal,
      };
      return c.json(await preview(input, request));
    },
  );

  return routes;
}
