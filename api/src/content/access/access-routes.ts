import {
  accessSettingsSchema,
  setAccessInputSchema,
  setWorkspaceAccessInputSchema,
  type SetAccessInput,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { auditOf } from '../../platform/access/audit.ts';
import { allow, inOrganization, mayAct } from '../../platform/access/authenticate.ts';
import { isKept, noteAccessChange } from '../../platform/access/object-access.ts';
import { recordTakenAccess } from '../../platform/access/taken-access.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { describeRoute } from '../../platform/http/describe-route.ts';
import { notFound } from '../../platform/http/problems.ts';
import { accessOf, OBJECTS } from './access-repository.ts';
import { accessRequestsOf } from './access-requests.ts';

/** Who may see a dataset or workspace. Owners and Admins decide, and Managers of one that names them. */
export function accessRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies, { keepers: true });

  for (const { kind, name } of OBJECTS) {
    const schema = kind === 'dataset' ? setAccessInputSchema : setWorkspaceAccessInputSchema;
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
        const mayChange = mayAct(role, 'Admin');
        const access = await database.read(organizationId, async (tx) => {
          const found = await accessOf(tx, organizationId, { kind, id }).find();
          if (found === undefined) throw notFound(kind);
          const requests = mayChange
            ? await accessRequestsOf(tx, organizationId, { kind, id }).list()
            : [];
          return { ...found, may_change: mayChange, kept: isKept(id), requests };
        });
        return c.json(access);
      },
    );

    routes.put(
      `/${kind}s/:id/access`,
      member,
      allow('Admin', `change who may see a ${kind}`),
      describeRoute(`set${name}Access`, `Set who may see a ${kind}`, {
        body: schema,
      }),
      async (c) => {
        const { id: organizationId } = c.get('organization');
        const id = readId(c, 'id', kind);
        const input: SetAccessInput = await readBody(c, schema);
        await c.var.tenant(async (tx) => {
          const access = accessOf(tx, organizationId, { kind, id });
          if (!(await access.lock())) throw notFound(kind);
          const before = await access.find();
          await access.set(input);
          await recordTakenAccess(c, tx);
          await accessRequestsOf(tx, organizationId, { kind, id }).deleteSettled();
          if (kind === 'dataset') await noteAccessChange(tx, [id]);
          await auditOf(c, tx, `${kind}.access_changed`, [kind, id], {
            access: input.access,
            entries: String(input.entries?.length ?? 0),
            ...(input.fence !== undefined &&
              input.fence !== before?.fence && { fence: input.fence ?? '' }),
          });
        });
        return c.body(null, 204);
      },
    );

    routes.post(
      `/${kind}s/:id/access/take`,
      member,
      allow('Admin', `take access to a ${kind}`),
      describeRoute(`take${name}Access`, `Become a Manager of a ${kind} that one only keeps`, {}),
      async (c) => {
        const { id: organizationId } = c.get('organization');
        const id = readId(c, 'id', kind);
        await c.var.tenant(async (tx) => {
          const access = accessOf(tx, organizationId, { kind, id });
          if (!(await access.lock())) throw notFound(kind);
          // Who sees it needs no more.
          if (!isKept(id)) return;
          await access.add(c.get('account').id, 'Manager');
          if (kind === 'dataset') await noteAccessChange(tx, [id]);
          await auditOf(c, tx, `${kind}.access_taken`, [kind, id]);
        });
        return c.body(null, 204);
      },
    );
  }

  return routes;
}
