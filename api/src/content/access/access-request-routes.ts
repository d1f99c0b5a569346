import {
  grantAccessInputSchema,
  knownObjectSchema,
  requestAccessInputSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { auditOf } from '../../platform/access/audit.ts';
import { allow, inOrganization } from '../../platform/access/authenticate.ts';
import { noteAccessChange } from '../../platform/access/object-access.ts';
import { recordTakenAccess } from '../../platform/access/taken-access.ts';
import { isReachable, reachingAll } from '../../platform/database/reach.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { describeRoute } from '../../platform/http/describe-route.ts';
import { byAccount, limit } from '../../platform/http/limits/limit.ts';
import { notFound } from '../../platform/http/problems.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { accessGrantedMail, accessRequestedMail } from './access-mails.ts';
import { accessOf, OBJECTS, type AccessObject } from './access-repository.ts';
import { accessRequestsOf } from './access-requests.ts';

/** What a record of audit about a person says of what it is about. The name is added to it. */
const aboutOf = ({ kind, id }: AccessObject) => ({ [`${kind}Id`]: id });

/**
 * Requests for access to datasets and workspaces that are known to those who cannot reach them. For who asks, one that
 * is not known, or that they can reach, does not exist.
 */
export function accessRequestRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies);
  const decider = inOrganization(dependencies, { keepers: true });

  for (const { kind, name } of OBJECTS) {
    routes.get(
      `/${kind}s/:id/access-request`,
      member,
      describeRoute(`get${name}AccessRequest`, `Get a ${kind} that one may ask for access to`, {
        returns: knownObjectSchema,
      }),
      async (c) => {
        const { id: organizationId } = c.get('organization');
        const id = readId(c, 'id', kind);
        const known = await database.read(organizationId, (tx) =>
          reachingAll(tx, () =>
            accessRequestsOf(tx, organizationId, { kind, id }).findKnown(c.get('account').id),
          ),
        );
        // After the reads, as for an id that nobody has: the time tells nothing.
        if (known === undefined || isReachable(id)) throw notFound(kind);
        return c.json(known);
      },
    );

    routes.post(
      `/${kind}s/:id/access-request`,
      member,
      limit(database, 'access-request', byAccount),
      describeRoute(`request${name}Access`, `Ask for access to a ${kind}`, {
        body: requestAccessInputSchema,
        errors: [409],
      }),
      async (c) => {
        const { id: organizationId } = c.get('organization');
        const accountId = c.get('account').id;
        const id = readId(c, 'id', kind);
        const { reason } = await readBody(c, requestAccessInputSchema);
        await c.var.tenant(async (tx) => {
          await reachingAll(tx, async () => {
            const requests = accessRequestsOf(tx, organizationId, { kind, id });
            await accessOf(tx, organizationId, { kind, id }).lock();
            const known = await requests.findKnown(accountId);
            if (known === undefined || isReachable(id)) throw notFound(kind);
            const reference = await requests.add(accountId, reason);
            if (reference === undefined) return;
            for (const address of await requests.deciders()) {
              await enqueueMail(tx, queue, accessRequestedMail, { address, reference });
            }
            await auditOf(c, tx, `${kind}.access_requested`, [kind, id]);
          });
        });
        return c.body(null, 204);
      },
    );

    routes.post(
      `/${kind}s/:id/access-requests/:accountId/grant`,
      decider,
      allow('Admin', `grant access to a ${kind}`),
      describeRoute(`grant${name}Access`, `Grant a request for access to a ${kind}`, {
        body: grantAccessInputSchema,
        errors: [409],
      }),
      async (c) => {
        const { id: organizationId } = c.get('organization');
        const id = readId(c, 'id', kind);
        const accountId = readId(c, 'accountId', 'request');
        const { role } = await readBody(c, grantAccessInputSchema);
        await c.var.tenant(async (tx) => {
          const access = accessOf(tx, organizationId, { kind, id });
          const requests = accessRequestsOf(tx, organizationId, { kind, id });
          if (!(await access.lock())) throw notFound(kind);
          const person = await requests.take(accountId);
          if (person === undefined) throw notFound('request');
          await access.add(accountId, role);
          await recordTakenAccess(c, tx);
          if (kind === 'dataset') await noteAccessChange(tx, [id]);
          const { address } = person;
          if (address !== null) {
            await enqueueMail(tx, queue, accessGrantedMail, { address, reference: id });
          }
          const details = { role, ...aboutOf({ kind, id }) };
          await auditOf(c, tx, `${kind}.access_granted`, ['account', accountId], details);
        });
        return c.body(null, 204);
      },
    );

    routes.delete(
      `/${kind}s/:id/access-requests/:accountId`,
      decider,
      allow('Admin', `refuse access to a ${kind}`),
      describeRoute(`refuse${name}Access`, `Refuse a request for access to a ${kind}`),
      async (c) => {
        const { id: organizationId } = c.get('organization');
        const id = readId(c, 'id', kind);
        const accountId = readId(c, 'accountId', 'request');
        await c.var.tenant(async (tx) => {
          const access = accessOf(tx, organizationId, { kind, id });
          const requests = accessRequestsOf(tx, organizationId, { kind, id });
          if (!(await access.lock())) throw notFound(kind);
          if (!(await requests.refuse(accountId))) throw notFound('request');
          const details = aboutOf({ kind, id });
          await auditOf(c, tx, `${kind}.access_refused`, ['account', accountId], details);
        });
        return c.body(null, 204);
      },
    );
  }

  return routes;
}
