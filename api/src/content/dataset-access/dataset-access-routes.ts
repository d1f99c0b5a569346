import { datasetAccessSchema, setDatasetAccessInputSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { auditOf } from '../../platform/access/audit.ts';
import { allow, inOrganization, mayAct } from '../../platform/access/authenticate.ts';
import { noteAccessChange } from '../../platform/access/dataset-access.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { describeRoute } from '../../platform/http/describe-route.ts';
import { notFound } from '../../platform/http/problems.ts';
import { datasetAccessOf } from './dataset-access-repository.ts';

/** Who may see a dataset. Owners and Admins decide, and Managers of a dataset that names them. */
export function datasetAccessRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies);

  routes.get(
    '/datasets/:id/access',
    member,
    describeRoute('getDatasetAccess', 'Get who may see a dataset', {
      returns: datasetAccessSchema,
    }),
    async (c) => {
      // A Manager's role for the dataset is Admin.
      const { id: organizationId, role } = c.get('organization');
      const id = readId(c, 'id', 'dataset');
      const access = await database.read(organizationId, (tx) =>
        datasetAccessOf(tx, organizationId, id).find(),
      );
      if (access === undefined) throw notFound('dataset');
      return c.json({ ...access, may_change: mayAct(role, 'Admin') });
    },
  );

  routes.put(
    '/datasets/:id/access',
    member,
    allow('Admin', 'change who may see a dataset'),
    describeRoute('setDatasetAccess', 'Set who may see a dataset', {
      body: setDatasetAccessInputSchema,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'id', 'dataset');
      const input = await readBody(c, setDatasetAccessInputSchema);
      await c.var.tenant(async (tx) => {
        const access = datasetAccessOf(tx, organizationId, id);
        if ((await access.find()) === undefined) throw notFound('dataset');
        await access.set(input);
        await noteAccessChange(tx, [id]);
        await auditOf(c, tx, 'dataset.access_changed', ['dataset', id], {
          access: input.access,
          entries: String(input.entries.length),
        });
      });
      return c.body(null, 204);
    },
  );

  return routes;
}
