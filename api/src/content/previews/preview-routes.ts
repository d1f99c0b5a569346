import { chunkPreviewSchema, previewChunksInputSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import { allow, inOrganization } from '../../platform/access/authenticate.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { byAccount, limit } from '../../platform/http/limits/limit.ts';
import { checkTemplate } from '../datasets/check-template.ts';
import { embeddingsOf } from '../../models/embeddings.ts';
import { createChunkPreviewer } from './chunk-previewer.ts';
import { previewedDocument } from './previewed-document.ts';

/** Previews how a dataset's settings split a sample text, or a document. Nothing is stored. */
export function previewRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const preview = createChunkPreviewer(() => embeddingsOf(dependencies)?.current()?.chunkTokens);
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies);

  routes.post(
    '/datasets/preview-chunks',
    member,
    allow('Editor', 'preview chunks'),
    limit(dependencies.database, 'preview', byAccount),
    describeRoute('previewChunks', 'Preview how a text is split', {
      body: previewChunksInputSchema,
      returns: chunkPreviewSchema,
    }),
    async (c) => {
      const input = await readBody(c, previewChunksInputSchema);
      checkTemplate(input.chunk_template);
      const request = {
        organizationId: c.get('organization').id,
        callerId: byAccount(c),
        signal: c.req.raw.signal,
      };
      const { document } = input;
      const read =
        document &&
        (await previewedDocument(
          dependencies,
          {
            organizationId: request.organizationId,
            datasetId: document.dataset_id,
            documentId: document.document_id,
          },
          request,
        ));
      return c.json(await preview(input, request, read));
    },
  );

  return routes;
}
