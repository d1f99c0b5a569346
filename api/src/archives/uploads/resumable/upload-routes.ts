import { Hono } from 'hono';

import { allow, inOrganization } from '../../../access/authenticate.ts';
import { mayUse } from '../../../access/caller.ts';
import { datasetsOf } from '../../../datasets/dataset-repository.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { ApiContext, ApiEnv } from '../../../http/api-context.ts';
import { readId } from '../../../http/bodies/validate.ts';
import { notFound } from '../../../http/problems.ts';
import type { OpenReceiver } from '../open-receiver.ts';
import { createTusRequests } from './tus/tus-requests.ts';
import { ownerOf } from './upload-owner.ts';
import { uploadsOf } from './upload-repository.ts';

/** Uploads that go on after a broken connection, by the tus protocol, and the lists of unfinished ones. */
export function uploadRoutes(dependencies: Dependencies, openReceiver: OpenReceiver): Hono<ApiEnv> {
  const { database } = dependencies;
  const respond = createTusRequests(dependencies, openReceiver);
  const member = inOrganization(dependencies, { keys: 'documents:write' });
  const editor = allow('Editor', 'upload archives');
  const routes = new Hono<ApiEnv>();

  routes.get('/uploads', member, async (c) => {
    const owner = ownerOf(c);
    const uploads = await database.read(owner.organizationId, (tx) => uploadsOf(tx, owner).list());
    return c.json({ uploads: uploads.filter((each) => mayUse(c, 'datasetIds', each.dataset_id)) });
  });

  routes.get('/datasets/:id/uploads', member, async (c) => {
    const owner = ownerOf(c);
    const datasetId = readId(c, 'id', 'dataset');
    const uploads = await database.read(owner.organizationId, async (tx) => {
      if (!(await datasetsOf(tx, owner.organizationId).exists(datasetId))) {
        throw notFound('dataset');
      }
      return uploadsOf(tx, owner).list(datasetId);
    });
    return c.json({ uploads });
  });

  routes.options('/datasets/:id/uploads', (c) =>
    respond(c, { datasetId: readId(c, 'id', 'dataset') }),
  );

  routes.post('/datasets/:id/uploads', member, editor, (c) =>
    respond(c, { datasetId: readId(c, 'id', 'dataset') }),
  );

  const respondToOne = (c: ApiContext) =>
    respond(c, {
      datasetId: readId(c, 'id', 'upload'),
      uploadId: readId(c, 'uploadId', 'upload'),
    });
  // A request with HEAD has the route of GET.
  routes.get('/datasets/:id/uploads/:uploadId', member, editor, (c) => {
    if (c.req.method !== 'HEAD') throw notFound();
    return respondToOne(c);
  });
  routes.patch('/datasets/:id/uploads/:uploadId', member, editor, respondToOne);
  routes.delete('/datasets/:id/uploads/:uploadId', member, editor, respondToOne);

  return routes;
}
