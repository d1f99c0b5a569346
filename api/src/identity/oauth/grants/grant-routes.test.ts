import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  createOAuthFixture,
  ORIGIN,
  tokensOf,
  type OAuthFixture,
} from '@carrel/testing/mcp/oauth-fixture.ts';
import { decide, REDIRECT_URI } from '@carrel/testing/mcp/oauth-program.ts';

let fixture: OAuthFixture;

beforeAll(async () => {
  fixture = await createOAuthFixture();
});
afterAll(() => fixture.server.close());

const ask = (more: Record<string, string>) => {
  const query = new URLSearchParams(fixture.requestOf(more)).toString();
  return fixture.owner.call('GET', `/accounts/grants/requested?${query}`);
};

const decideIt = (more: Record<string, string>) =>
  fixture.owner.call('POST', `/workspaces/${fixture.workspaceId}/grants`, {
    organizationId: fixture.organizationId,
    json: { ...fixture.requestOf(more), approved: true },
  });

describe('a request', () => {
  test.each<[string, Record<string, string>, number]>([
    ['an unknown program', { client_id: '00000000-0000-4000-8000-000000000000' }, 404],
    ['no program', { client_id: 'x' }, 404],
    ['another address', { redirect_uri: 'https://evil.example/' }, 400],
    ['another path', { redirect_uri: 'http://127.0.0.1:4711/other' }, 400],
    ['another query', { redirect_uri: `${REDIRECT_URI}?next=https://evil.example` }, 400],
    ['another local name', { redirect_uri: 'http://localhost:4711/callback' }, 400],
    ['an address that only begins the same', { redirect_uri: `${REDIRECT_URI}.evil` }, 400],
    ['a user name in the address', { redirect_uri: 'http://x@127.0.0.1:4711/callback' }, 400],
    ['a plain challenge', { code_challenge_method: 'plain' }, 422],
    ['a challenge that is none', { code_challenge: 'x' }, 422],
    ['a token instead of a code', { response_type: 'token' }, 422],
    ['a foreign server', { resource: 'https://evil.example/mcp/x' }, 400],
    ['the API', { resource: `${ORIGIN}/api/v1` }, 400],
    ['no address', { resource: 'x' }, 400],
  ])('with %s sends nobody anywhere', async (_, more, status) => {
    for (const response of [await ask(more), await decideIt(more)]) {
      expect(response.status).toBe(status);
      expect(await response.json()).toEqual(
        expect.objectContaining({ message: expect.stringMatching(/^[A-Z].+\.$/) }),
      );
      expect(response.headers.has('Location')).toBe(false);
    }
  });

  test('of a local program may name another port, as RFC 8252 has it', async () => {
    const redirect_uri = 'http://127.0.0.1:60123/callback';
    const back = await decide(fixture.owner, fixture.requestOf({ redirect_uri }));
    expect(back.host).toBe('127.0.0.1:60123');
    const code = back.searchParams.get('code') ?? '';
    await tokensOf(fixture.exchange(code, { redirect_uri }));
  });

  test('for a workspace of somebody else finds nothing', async () => {
    const stranger = await fixture.server.person();
    const theirs = await fixture.server.organization(stranger);
    const query = new URLSearchParams(fixture.requestOf()).toString();
    const asked = await stranger.call('GET', `/accounts/grants/requested?${query}`);
    expect(asked.status).toBe(404);
    for (const organization of [theirs, fixture.organizationId]) {
      const decided = await stranger.call('POST', `/workspaces/${fixture.workspaceId}/grants`, {
        organizationId: organization,
        json: { ...fixture.requestOf(), approved: true },
      });
      expect(decided.status).toBe(404);
    }
  });

  test('for one workspace is not decided for another', async () => {
    const response = await fixture.owner.call(
      'POST',
      `/workspaces/${await fixture.newWorkspace()}/grants`,
      {
        organizationId: fixture.organizationId,
        json: { ...fixture.requestOf(), approved: true },
      },
    );
    expect(response.status).toBe(404);
  });

  test('of a person who connected 100 programs is refused with a sentence', async () => {
    const person = await fixture.server.member(fixture.organizationId, 'Viewer');
    await fixture.server.database.query(
      `INSERT INTO oauth_grants (organization_id, account_id, workspace_id, client_id, redirect_uri, resource,
         code_hash, code_challenge, expires_at)
       SELECT $1, $2, $3, $4, 'x', 'x', sha256(('code ' || n)::bytea), 'x', now() + interval '1 day'
       FROM generate_series(1, 100) n`,
      [fixture.organizationId, person.accountId, fixture.workspaceId, fixture.clientId],
    );
    const decided = await person.call('POST', `/workspaces/${fixture.workspaceId}/grants`, {
      organizationId: fixture.organizationId,
      json: { ...fixture.requestOf(), approved: true },
    });
    expect(decided.status).toBe(409);
  });
});
