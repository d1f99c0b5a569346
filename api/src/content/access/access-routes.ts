import { accessSettingsSchema, setAccessInputSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { auditOf } from '../../platform/access/audit.ts';
import { allow, inOrganization, mayAct } from '../../platform/access/authenticate.ts';
import { noteAccessChange } from '../../platform/access/object-access.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { describeRoute } from '../../platform/http/describe-route.ts';
import { notFound } from '../../platform/http/problems.ts';
import { accessOf } from './access-repository.ts';

const OBJECTS = [
  { kind: 'dataset', name: 'Dataset' },
  { kind: 'workspace', name: 'Workspace' },
] as const;

/** Who may see a dataset or workspace. Owners and Admins decide, and Managers of one that names them. */
export function accessRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies);

  for (const { kind, name } of OBJECTS) {
    routes.get(
      `/${kind}s/:id/access`,
      member,
      describeRoute(`get${name}Access`, `Get who may see a ${kind}`, {
        returns: accessSettingsSchema,
      }),
      async (c) => {
        // A Manager's role for it is Admin.
        const { id: organizationId, role } = c.get('organization');
        const id = readId(c, 'id', kind);
        const access = await database.read(organizationId, (tx) =>
          accessOf(tx, organizationId, { kind, id }).find(),
        );
        if (access === undefined) throw notFound(kind);
        return c.json({ ...access, may_change: mayAct(role, 'Admin') });
      },
    );

    routes.put(
      `/${kind}s/:id/access`,
      member,
      allow('Admin', `change who may see a ${kind}`),
      describeRoute(`set${name}Access`, `Set who may see a ${kind}`, {
        body: setAccessInputSchema,
      }),
      async (c) => {
        const { id: organizationId } = c.get('organization');
        const id = readId(c, 'id', kind);
        const input = await readBody(c, setAccessInputSchema);
        await c.var.tenant(async (tx) => {
          const access = accessOf(tx, organizationId, { kind, id });
          if ((await access.find()) === undefined) throw notFound(kind);
          await access.set(input);
          if (kind === 'dataset') await noteAccessChange(tx, [id]);
          await auditOf(c, tx, `${kind}.access_changed`, [kind, id], {
            access: input.access,
            entries: String(input.entries.length),
            ...(input.fence !== null && { fence: input.fence }),
          });
        });
        return c.body(null, 204);
      },
    );
  }

  return routes;
}
