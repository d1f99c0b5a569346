import { randomUUID } from 'node:crypto';

import {
  deletedDocumentsSchema,
  deleteDocumentsInputSchema,
  IN_PROGRESS_STATUSES,
  restoredDocumentsSchema,
  restoreDocumentsInputSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { auditOf } from '../../platform/access/audit.ts';
import { allow, inOrganization } from '../../platform/access/authenticate.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { datasetsOf } from '../datasets/dataset-repository.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { conflict, notFound } from '../../platform/http/problems.ts';
import { requestUnpacking } from '../../processing/jobs/unpack/request-unpacking.ts';
import { requestProcessing } from '../../processing/rows/request-job.ts';
import { purgeWhenFinal } from '../../processing/jobs/purge/purge-documents-job.ts';
import { foldersOfSelection, madeFoldersOf } from './moves/made-folders.ts';
import { documentsOf } from './document-repository.ts';
import { forSelected } from './selected-documents.ts';

const AT_ONCE = 1000;

const IN_PROGRESS: ReadonlySet<string> = new Set(IN_PROGRESS_STATUSES);

/** Deleting documents, which hides them at once, and restoring them while they are only hidden. */
export function removalRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { queue } = dependencies;
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies);

  routes.post(
    '/datasets/:id/documents/delete',
    member,
    allow('Editor', 'delete documents'),
    describeRoute('deleteDocuments', 'Delete documents', {
      body: deleteDocumentsInputSchema,
      returns: deletedDocumentsSchema,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const { removal = randomUUID(), ...selection } = await readBody(
        c,
        deleteDocumentsInputSchema,
      );
      const place = { organizationId, datasetId };
      let deleted = 0;
      const hide = async (tx: Queryable, ids: readonly string[]) => {
        const hidden = await documentsOf(tx, organizationId).hide(datasetId, ids, removal);
        if (hidden === 0) return;
        if (deleted === 0) await purgeWhenFinal(queue, tx, { ...place, removal });
        deleted += hidden;
        await auditOf(c, tx, 'documents.deleted', ['dataset', datasetId], {
          documents: String(hidden),
        });
      };
      await forSelected(c.var.tenant, place, selection, hide, { withInside: true });
      const folders = foldersOfSelection(selection);
      if (folders.length > 0) {
        await c.var.tenant(async (tx) => {
          const isHidden = await madeFoldersOf(tx, place).unmake(folders, removal);
          if (isHidden && deleted === 0) {
            await purgeWhenFinal(queue, tx, { ...place, removal });
            await auditOf(c, tx, 'documents.deleted', ['dataset', datasetId], { documents: '0' });
          }
        });
      }
      return c.json({ removal, deleted });
    },
  );

  routes.post(
    '/datasets/:id/documents/restore',
    member,
    allow('Editor', 'restore documents'),
    describeRoute('restoreDocuments', 'Undo the deletion of documents', {
      body: restoreDocumentsInputSchema,
      returns: restoredDocumentsSchema,
      errors: [409],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const { removal } = await readBody(c, restoreDocumentsInputSchema);
      let restored = 0;
      for (let size = AT_ONCE; size === AT_ONCE;) {
        size = await c.var.tenant(async (tx) => {
          if (!(await datasetsOf(tx, organizationId).exists(datasetId))) throw notFound('dataset');
          const documents = documentsOf(tx, organizationId);
          const rows = await documents.restore(datasetId, removal, AT_ONCE);
          // A run does not see what is hidden.
          if (rows.some(({ status }) => IN_PROGRESS.has(status))) {
            await requestProcessing(queue, organizationId, tx);
          }
          // An archive of what is inside was not merged while its container was hidden.
          await requestUnpacking(
            tx,
            queue,
            organizationId,
            rows.map(({ id }) => id),
          );
          if (restored === 0 && rows.length > 0) {
            await auditOf(c, tx, 'documents.restored', ['dataset', datasetId]);
          }
          restored += rows.length;
          return rows.length;
        });
      }
      const folders = await c.var.tenant((tx) =>
        madeFoldersOf(tx, { organizationId, datasetId }).remake(removal),
      );
      if (restored === 0 && !folders) throw conflict('It is too late to undo this.');
      return c.json({ restored });
    },
  );

  return routes;
}
