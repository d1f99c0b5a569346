import { createdSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { media } from '../../platform/http/operation.ts';
import { allow, inOrganization } from '../../platform/access/authenticate.ts';
import { keepResponse } from '../../platform/access/idempotency/repeatable.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import { documentsOf } from '../documents/document-repository.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { ReceiveUpload } from './uploads/create-uploads.ts';
import { zipOfFile } from './uploads/zip-of-file.ts';

/** New bytes for a document. They are an archive with one file, with the guarantees of every other. */
export function replacementRoutes(
  dependencies: Dependencies,
  receive: ReceiveUpload,
): Hono<ApiEnv> {
  const { database } = dependencies;
  const routes = new Hono<ApiEnv>();

  routes.post(
    '/datasets/:id/documents/:documentId/replace',
    inOrganization(dependencies),
    allow('Editor', 'replace documents'),
    describeRoute('replaceDocument', 'Replace the bytes of a document', {
      body: media('application/octet-stream', 'The new bytes.'),
      returns: createdSchema,
      status: 201,
      errors: [408, 409, 507],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const documentId = readId(c, 'documentId', 'document');
      const pathOf = async (tx: Queryable) => {
        const path = await documentsOf(tx, organizationId).path(datasetId, documentId);
        if (path === undefined) throw notFound('document');
        return path;
      };
      const path = await database.read(organizationId, pathOf);
      const id = await receive(c, {
        datasetId,
        name: path.split('/').at(-1) ?? path,
        options: { sync: true, delete_orphans: false, purge_on_completion: true },
        replaces: documentId,
        // One that was deleted meanwhile does not come back.
        check: async (tx) => void (await pathOf(tx)),
        pack: (pieces) => zipOfFile(path, pieces),
        onRecorded: (tx, archiveId) => keepResponse(c, tx, { id: archiveId }),
      });
      return c.json({ id }, 201);
    },
  );

  return routes;
}
