import { createHash } from 'node:crypto';

import { authorizationRequest, registerProgram } from '../route-access/oauth-request.ts';
import { callInside, createdId, type AuditedAction, type AuditFixture } from './audit-fixture.ts';

const VERIFIER = 'v'.repeat(43);

/** Asks for a new workspace, and returns the person's decision as a call. */
async function requested(fixture: AuditFixture) {
  await registerProgram(fixture.server.database);
  const created = callInside(fixture, 'POST', '/workspaces', { name: 'Reading room' });
  const workspaceId = await createdId(created);
  const request = {
    ...authorizationRequest(workspaceId),
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  };
  const approve = () =>
    callInside(fixture, 'POST', `/workspaces/${workspaceId}/grants`, {
      ...request,
      approved: true,
    });
  return { approve, request };
}

/** Connects a program as it would connect itself, and returns the id of its grant. */
async function connected(fixture: AuditFixture): Promise<string> {
  const { approve, request } = await requested(fixture);
  const { redirect_url } = (await (await approve()).json()) as { redirect_url: string };
  const fields = {
    grant_type: 'authorization_code',
    client_id: request.client_id,
    redirect_uri: request.redirect_uri,
    code_verifier: VERIFIER,
    code: new URL(redirect_url).searchParams.get('code') ?? '',
  };
  await fixture.server.app.request('/oauth/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  const listed = await fixture.owner.call('GET', '/accounts/grants');
  const { grants } = (await listed.json()) as { grants: { id: string }[] };
  return grants[0]?.id ?? '';
}

/** Actions of a person on programs. */
export const GRANT_ACTIONS: Record<string, AuditedAction> = {
  'POST /workspaces/:id/grants': {
    action: 'oauth.granted',
    name: 'Reading room',
    prepare: async (fixture) => (await requested(fixture)).approve,
  },
  'DELETE /accounts/grants/:id': {
    action: 'oauth.revoked',
    name: 'Reading room',
    prepare: async (fixture) => {
      const id = await connected(fixture);
      return () => fixture.owner.call('DELETE', `/accounts/grants/${id}`);
    },
  },
};
