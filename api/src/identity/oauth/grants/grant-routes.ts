import {
  authorizationRequestSchema,
  decideGrantInputSchema,
  GRANTS_MAX,
  type RequestedGrant,
  requestedGrantSchema,
  decidedGrantSchema,
  grantListSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import { auditOf, recordAudit } from '../../../platform/access/audit.ts';
import { authenticate, inOrganization } from '../../../platform/access/authenticate.ts';
import { requireReauthentication } from '../../../platform/access/reauthentication/require-reauthentication.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { readId, readQuery } from '../../../platform/http/bodies/validate.ts';
import { clientAddress } from '../../../platform/http/origins/client-address.ts';
import { conflict, notFound } from '../../../platform/http/problems.ts';
import { hostOf, isLocal } from '../clients/redirect-uri.ts';
import { newCode } from '../tokens/token-pair.ts';
import { clientOf, redirectUrl, resourceOf } from './authorization-request.ts';
import { addGrant, grantsOf } from './grant-repository.ts';
import { findWorkspaceOf, isWorkspace } from './granted-workspace.ts';

const tooMany = () =>
  conflict(`You can connect at most ${GRANTS_MAX} programs. Disconnect one in your account first.`);

/** What a person does who connects a program to a workspace, and who disconnects it. */
export function grantRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, settings } = dependencies;
  const signedIn = authenticate(dependencies);
  const member = inOrganization(dependencies);
  const routes = new Hono<ApiEnv>();

  // What the program asks is in the query, which the log leaves out.
  routes.get(
    '/accounts/grants/requested',
    signedIn,
    describeRoute('getRequestedGrant', 'Get what a program asks for', {
      query: authorizationRequestSchema,
      returns: requestedGrantSchema,
      errors: [400, 403, 404],
    }),
    async (c) => {
      const request = readQuery(c, authorizationRequestSchema);
      const client = await clientOf(database, request);
      const { workspaceId } = resourceOf(request, settings);
      const place = await findWorkspaceOf(database, c.get('account'), workspaceId);
      if (place === undefined) throw notFound('workspace');
      return c.json({
        ...place,
        client_name: client.name,
        redirect_host: hostOf(request.redirect_uri),
        is_local: isLocal(request.redirect_uri),
        registered_at: client.createdAt.toISOString(),
      } satisfies RequestedGrant);
    },
  );

  routes.post(
    '/workspaces/:id/grants',
    member,
    describeRoute('decideGrant', 'Connect a program to a workspace, or refuse it', {
      body: decideGrantInputSchema,
      returns: decidedGrantSchema,
      errors: [403, 409],
    }),
    async (c) => {
      const id = readId(c, 'id', 'workspace');
      const { approved, ...request } = await readBody(c, decideGrantInputSchema);
      const { workspaceId, issuer } = resourceOf(request, settings);
      if (workspaceId !== id) throw notFound('workspace');
      const { id: organizationId } = c.get('organization');
      const code = newCode();
      await c.var.tenant(async (tx, _role, session) => {
        if (!(await isWorkspace(tx, organizationId, workspaceId))) throw notFound('workspace');
        const client = await clientOf(tx, request);
        if (approved) {
          requireReauthentication(session, 'decideGrant');
          const isAdded = await addGrant(tx, organizationId, {
            accountId: c.get('account').id,
            workspaceId,
            clientId: client.id,
            redirectUri: request.redirect_uri,
            resource: request.resource,
            challenge: request.code_challenge,
            code,
          });
          if (!isAdded) throw tooMany();
        }
        const details = { clientName: client.name, redirectHost: hostOf(request.redirect_uri) };
        const action = approved ? 'oauth.granted' : 'oauth.denied';
        await auditOf(c, tx, action, ['workspace', workspaceId], details);
      });
      const outcome = approved ? { code } : { error: 'access_denied' };
      return c.json({ redirect_url: redirectUrl(request, issuer, outcome) });
    },
  );

  routes.get(
    '/accounts/grants',
    signedIn,
    describeRoute('listGrants', 'List the connected programs', { returns: grantListSchema }),
    async (c) => {
      const grants = await grantsOf(database, c.get('account').id).list(c.get('account').sessionId);
      return c.json({ grants });
    },
  );

  routes.delete(
    '/accounts/grants/:id',
    signedIn,
    describeRoute('endGrant', 'Disconnect a program'),
    async (c) => {
      const id = readId(c, 'id', 'program');
      const { id: accountId, sessionId } = c.get('account');
      await c.var.transaction(async (tx) => {
        const ended = await grantsOf(tx, accountId).end(id, sessionId);
        if (ended === undefined) throw notFound('program');
        const { organizationId, workspaceId, clientName } = ended;
        await recordAudit(tx, {
          action: 'oauth.revoked',
          object: ['workspace', workspaceId],
          organizationId,
          accountId,
          ip: clientAddress(c),
          details: { clientName },
        });
      });
      return c.body(null, 204);
    },
  );

  return routes;
}
