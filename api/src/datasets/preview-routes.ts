import { previewChunksInputSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import type { ApiEnv } from '../http/api-context.ts';
import type { Dependencies } from '../dependencies.ts';
import { inOrganization } from '../access/in-organization.ts';
import { readBody } from '../http/read-body.ts';
import { checkTemplate } from './check-template.ts';
import { createChunkPreviewer } from './chunk-previewer.ts';

/** Previews how a dataset's settings split a sample text. Nothing is stored. */
export function previewRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const preview = createChunkPreviewer();
  const routes = new Hono<ApiEnv>();

  routes.post('/datasets/preview-chunks', inOrganization(dependencies), async (c) => {
    const input = await readBody(c, previewChunksInputSchema);
    checkTemplate(input.chunk_template);
    return c.json(await preview(input));
  });

  return routes;
}
