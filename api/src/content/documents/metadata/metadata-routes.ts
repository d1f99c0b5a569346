import {
  type EditedMetadata,
  editedMetadataSchema,
  editMetadataInputSchema,
  METADATA_MAX,
  metadataKeysSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import { auditOf } from '../../../platform/access/audit.ts';
import { allow, inOrganization } from '../../../platform/access/authenticate.ts';
import { datasetsOf } from '../../datasets/dataset-repository.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { readId } from '../../../platform/http/bodies/validate.ts';
import { invalid, notFound } from '../../../platform/http/problems.ts';
import { lateReads } from '../../../platform/http/late-reads.ts';
import { forSelected } from '../selected-documents.ts';
import { metadataOf } from './metadata-repository.ts';

const TOO_MUCH = `A document has at most ${METADATA_MAX.keys} keys and ${METADATA_MAX.bytes / 1024} KB of metadata. Remove some first.`;

/** What is known about documents besides their text: the keys in use, and changing them. */
export function metadataRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies);

  routes.get(
    '/datasets/:id/documents/metadata',
    member,
    lateReads(database),
    describeRoute('listMetadataKeys', 'List the keys of metadata in use', {
      returns: metadataKeysSchema,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const keys = await c.var.reads.read(organizationId, async (tx) => {
        if (!(await datasetsOf(tx, organizationId).exists(datasetId))) throw notFound('dataset');
        return metadataOf(tx, organizationId, datasetId).keys();
      });
      return c.json(keys);
    },
  );

  routes.patch(
    '/datasets/:id/documents/metadata',
    member,
    allow('Editor', 'change the metadata of documents'),
    describeRoute('editMetadata', 'Change the metadata of documents', {
      body: editMetadataInputSchema,
      returns: editedMetadataSchema,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const { documents, ...edit } = await readBody(c, editMetadataInputSchema);
      const place = { organizationId, datasetId };
      const result: EditedMetadata = { changed: 0, skipped: 0 };
      await forSelected(c.var.tenant, place, documents, async (tx, ids) => {
        const done = await metadataOf(tx, organizationId, datasetId).edit(ids, edit);
        if (result.changed === 0 && done.changed > 0) {
          await auditOf(c, tx, 'documents.metadata_changed', ['dataset', datasetId]);
        }
        result.changed += done.changed;
        result.skipped += done.skipped;
      });
      if (result.changed === 0 && result.skipped > 0) {
        throw invalid([{ path: 'set', message: TOO_MUCH }]);
      }
      return c.json(result);
    },
  );

  return routes;
}
