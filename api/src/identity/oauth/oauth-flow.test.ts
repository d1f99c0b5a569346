import { Client, UnauthorizedError } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ERAS, fetchOf, mcpUrl, transportTo } from '@carrel/testing/mcp/mcp-client.ts';
import { decide, OAuthProgram } from '@carrel/testing/mcp/oauth-program.ts';
import {
  createServerFixture,
  hasToken,
  readJson,
  tokenOf,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

let server: ServerFixture;
let owner: Member;
let organizationId: string;
let workspaceId: string;

beforeAll(async () => {
  server = await createServerFixture();
  owner = await server.person();
  organizationId = await server.organization(owner);
  workspaceId = await newWorkspace();
});
afterAll(() => server.close());

async function newWorkspace(): Promise<string> {
  const json = { name: 'Reading room' };
  const created = await owner.call('POST', '/workspaces', { organizationId, json });
  return (await readJson<{ id: string }>(created)).id;
}

/** Connects as the official client does: it is refused, registers itself, and sends its person to the console. */
async function connectProgram(
  program: OAuthProgram,
  person: Member = owner,
  versionNegotiation: (typeof ERAS)[keyof typeof ERAS] = ERAS['2026-07-28'],
): Promise<Client> {
  const transport = transportTo(server, workspaceId, program);
  const first = new Client({ name: 'test', version: '1' }, { versionNegotiation });
  await expect(first.connect(transport)).rejects.toThrow(UnauthorizedError);
  const back = await decide(person, program.request);
  await transport.finishAuth(back.searchParams);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation });
  await client.connect(transportTo(server, workspaceId, program));
  return client;
}

const bearer = (token: string) =>
  fetchOf(server)(mcpUrl(workspaceId), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });

const accessOf = (program: OAuthProgram) => program.tokens()?.access_token ?? '';

const grants = async (person: Member = owner) =>
  (
    await readJson<{ grants: { id: string; client_name: string }[] }>(
      await person.call('GET', '/accounts/grants'),
    )
  ).grants;

const records = () =>
  server.database.query<{ action: string; details: Record<string, string> }>(
    `SELECT action, details FROM audit_records WHERE action LIKE 'oauth.%' ORDER BY id`,
  );

describe.each(Object.entries(ERAS))('a program of version %s', (_, era) => {
  test('is connected by a person, without a key', async () => {
    const program = new OAuthProgram({ name: 'Claude' });
    const client = await connectProgram(program, owner, era);
    expect(program.authorizationUrl?.href).toMatch(/^http:\/\/localhost:3000\/account\/connect\?/);
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(3);
    const { isError } = await client.callTool({ name: 'search', arguments: { query: 'x' } });
    expect(isError ?? false).toBe(false);
    expect((await client.callTool({ name: 'list_documents' })).isError ?? false).toBe(false);
    expect(program.tokens()).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'search documents:read',
      access_token: expect.stringMatching(/^carrel_access_[\dA-Za-z]{36}$/),
      refresh_token: expect.stringMatching(/^carrel_refresh_[\dA-Za-z]{36}$/),
    });
  });
});

test('a person sees what a program calls itself, where it takes the code, and what it may read', async () => {
  const program = new OAuthProgram({ name: 'Carrel\u202e', redirectUri: 'https://evil.example/a' });
  const transport = transportTo(server, workspaceId, program);
  const client = new Client({ name: 'test', version: '1' });
  await expect(client.connect(transport)).rejects.toThrow(UnauthorizedError);
  const query = new URLSearchParams(program.request).toString();
  const response = await owner.call('GET', `/accounts/grants/requested?${query}`);
  expect(await response.json()).toMatchObject({
    client_name: 'Carrel\u202e',
    redirect_host: 'evil.example',
    is_local: false,
    organization: { id: organizationId, name: 'Readers' },
    workspace: { id: workspaceId, name: 'Reading room' },
  });
});

test('what a person grants and refuses is audited with the name of the program', async () => {
  const before = (await records()).length;
  const program = new OAuthProgram({ name: 'Refused' });
  const transport = transportTo(server, workspaceId, program);
  const client = new Client({ name: 'test', version: '1' });
  await expect(client.connect(transport)).rejects.toThrow(UnauthorizedError);
  const back = await decide(owner, program.request, false);
  expect(back.origin + back.pathname).toBe('http://127.0.0.1:4711/callback');
  expect(Object.fromEntries(back.searchParams)).toEqual({
    error: 'access_denied',
    state: 'state of the program',
    iss: 'http://localhost:3000',
  });
  await connectProgram(new OAuthProgram({ name: 'Granted' }));
  expect((await records()).slice(before)).toEqual([
    { action: 'oauth.denied', details: { clientName: 'Refused', redirectHost: '127.0.0.1' } },
    { action: 'oauth.granted', details: { clientName: 'Granted', redirectHost: '127.0.0.1' } },
  ]);
});

describe('a grant', () => {
  test('ends when the person disconnects the program', async () => {
    const person = await server.member(organizationId, 'Viewer');
    const program = new OAuthProgram();
    await connectProgram(program, person);
    expect((await bearer(accessOf(program))).status).toBe(200);
    const [grant] = await grants(person);
    expect(grant).toMatchObject({
      client_name: 'Assistant',
      redirect_host: '127.0.0.1',
      workspace_name: 'Reading room',
      organization_name: 'Readers',
    });
    expect((await owner.call('DELETE', `/accounts/grants/${grant?.id}`)).status).toBe(404);
    expect((await person.call('DELETE', `/accounts/grants/${grant?.id}`)).status).toBe(204);
    expect(await grants(person)).toEqual([]);
    expect((await bearer(accessOf(program))).status).toBe(401);
    expect((await person.call('DELETE', `/accounts/grants/${grant?.id}`)).status).toBe(404);
  });

  test('ends when the person leaves the organization, and when the workspace is deleted', async () => {
    const person = await server.member(organizationId, 'Editor');
    const program = new OAuthProgram();
    await connectProgram(program, person);
    await person.call('POST', `/organizations/${organizationId}/leave`);
    expect((await bearer(accessOf(program))).status).toBe(401);
    const kept = workspaceId;
    workspaceId = await newWorkspace();
    const other = new OAuthProgram();
    await connectProgram(other);
    expect((await bearer(accessOf(other))).status).toBe(200);
    await owner.call('DELETE', `/workspaces/${workspaceId}`, { organizationId });
    expect((await bearer(accessOf(other))).status).toBe(401);
    workspaceId = kept;
  });

  test('ends when the person resets a forgotten password', async () => {
    const person = await server.member(organizationId, 'Viewer');
    const program = new OAuthProgram();
    await connectProgram(program, person);
    await server.mails();
    const json = { email_address: person.address };
    await person.call('POST', '/accounts/reset-password', { json });
    const token = tokenOf((await server.mails()).findLast(hasToken));
    const reset = { token, new_password: 'another good passphrase' };
    const response = await person.call('PUT', '/accounts/reset-password', { json: reset });
    expect(response.status).toBe(204);
    expect((await bearer(accessOf(program))).status).toBe(401);
  });

  test('is for its workspace alone, and for no call of the API', async () => {
    const program = new OAuthProgram();
    await connectProgram(program);
    const kept = workspaceId;
    workspaceId = await newWorkspace();
    expect((await bearer(accessOf(program))).status).toBe(404);
    workspaceId = kept;
    const response = await server.visitor().call('GET', '/datasets', {
      organizationId,
      headers: { Authorization: `Bearer ${accessOf(program)}` },
    });
    expect(response.status).toBe(401);
  });

  test('is refreshed by the client once its token has expired', async () => {
    const program = new OAuthProgram();
    const client = await connectProgram(program);
    const first = accessOf(program);
    await server.database.query(
      `UPDATE oauth_grants SET access_expires_at = now() - interval '1 second'`,
    );
    expect((await bearer(first)).status).toBe(401);
    expect((await client.listTools()).tools).toHaveLength(3);
    await client.callTool({ name: 'list_documents' });
    expect(accessOf(program)).not.toBe(first);
  });
});

test('a person needs the password again before a program is connected, but not to refuse it', async () => {
  const person = await server.member(organizationId, 'Viewer');
  const program = new OAuthProgram();
  const client = new Client({ name: 'test', version: '1' });
  await expect(client.connect(transportTo(server, workspaceId, program))).rejects.toThrow(
    UnauthorizedError,
  );
  await server.database.query(
    `UPDATE sessions SET authenticated_at = now() - interval '1 day' WHERE account_id = $1`,
    [person.accountId],
  );
  const json = { ...program.request, approved: true };
  const path = `/workspaces/${workspaceId}/grants`;
  expect((await person.call('POST', path, { organizationId, json })).status).toBe(403);
  expect((await decide(person, program.request, false)).searchParams.get('error')).toBe(
    'access_denied',
  );
});
