import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { fetchOf, mcpUrl } from '@carrel/testing/mcp/mcp-client.ts';
import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import { createApp } from '../../app.ts';
import { createLog } from '../../platform/log.ts';
import { VERSION } from '../../platform/version.ts';

let server: ServerFixture;
let owner: Member;
let organizationId: string;
let workspaceId: string;
let key: string;

beforeAll(async () => {
  server = await createServerFixture();
  owner = await server.person();
  organizationId = await server.organization(owner);
  workspaceId = await newWorkspace(organizationId);
  key = (await newKey()).key;
});
afterAll(() => server.close());

async function newWorkspace(organization: string): Promise<string> {
  const created = await owner.call('POST', '/workspaces', {
    organizationId: organization,
    json: { name: 'Reading room' },
  });
  return (await readJson<{ id: string }>(created)).id;
}

async function newKey(more: object = {}, organization = organizationId) {
  const json = { name: 'Reader', scopes: ['search', 'documents:read'], ...more };
  const created = await owner.call('POST', `/organizations/${organization}/api-keys`, { json });
  expect(created.status).toBe(201);
  return readJson<{ id: string; key: string }>(created);
}

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};
/** What a message of the current version says of itself. */
const meta = (version = '2026-07-28') => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
});

interface Sent {
  secret?: string | null;
  workspace?: string;
  query?: string;
  method?: string;
  headers?: Record<string, string>;
}

const post = (
  body: unknown,
  { secret = key, workspace = workspaceId, query = '', method = 'POST', headers = {} }: Sent = {},
) =>
  fetchOf(server)(mcpUrl(workspace) + query, {
    method,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(secret !== null && { Authorization: `Bearer ${secret}` }),
      ...headers,
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

const messageOf = async (response: Response) =>
  (await readJson<{ message: string }>(response)).message;

describe('a message', () => {
  test('of a key is answered, and is not cached, framed or run', async () => {
    const response = await post(INITIALIZE);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toContain('"protocolVersion":"2025-11-25"');
    expect(text).toContain(`"version":"${VERSION}"`);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.has('Mcp-Session-Id')).toBe(false);
  });

  test('of the current version is answered without a handshake', async () => {
    const message = { ...LIST, params: { _meta: meta() } };
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' };
    const response = await post(message, { headers });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('list_documents');
  });

  test.each([
    ['an unknown version', LIST, { 'MCP-Protocol-Version': '1999-01-01' }],
    [
      'an unknown version in the message',
      { ...LIST, params: { _meta: meta('2031-01-01') } },
      { 'MCP-Protocol-Version': '2031-01-01', 'Mcp-Method': 'tools/list' },
    ],
    [
      'two versions',
      { ...LIST, params: { _meta: meta() } },
      { 'MCP-Protocol-Version': '2025-11-25', 'Mcp-Method': 'tools/list' },
    ],
    ['the current version without what it needs', LIST, { 'MCP-Protocol-Version': '2026-07-28' }],
  ])('with %s is refused with 400', async (_, message, headers) => {
    const response = await post(message, { headers });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String) } });
  });

  test.each([[[LIST, LIST]], [[]], [[INITIALIZE]]])('in a batch is refused: %j', async (batch) => {
    const response = await post(batch);
    expect(response.status).toBe(400);
    expect(await messageOf(response)).toBe('Send one message at a time, without a batch.');
  });

  test.each(['', '{', 'null', '"text"', '1', '{}', '{"jsonrpc":"1.0","method":"x","id":1}'])(
    'that is none is refused with 400: %j',
    async (body) => {
      expect((await post(body)).status).toBe(400);
    },
  );

  test('of 10 MB is refused with 413', async () => {
    const params = { name: 'search', arguments: { query: 'x'.repeat(10 * 1024 * 1024) } };
    const response = await post({ ...LIST, method: 'tools/call', params });
    expect(response.status).toBe(413);
  });

  test('that nests too deeply is refused with 400', async () => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"x","params":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`;
    expect((await post(body)).status).toBe(400);
  });

  test('that is not sent as JSON is refused', async () => {
    for (const type of ['application/xml', 'text/plain']) {
      const response = await post(LIST, { headers: { 'Content-Type': type } });
      expect(response.status).toBe(415);
    }
  });

  test('of a page of another site is refused', async () => {
    const response = await post(LIST, { headers: { Origin: 'https://evil.example' } });
    expect(response.status).toBe(403);
    const rebound = await post(LIST, { headers: { Host: 'evil.example' } });
    expect(rebound.status).toBe(421);
  });

  test('that asks for a stream of changes is refused: there are none', async () => {
    const params = { _meta: meta(), notifications: { toolsListChanged: true } };
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' };
    const response = await post({ ...LIST, method: 'subscriptions/listen', params }, { headers });
    expect(await response.json()).toMatchObject({
      error: { message: 'Subscription limit reached' },
    });
  });
});

test.each(['GET', 'DELETE', 'PUT'])('a %s is refused: there are no sessions', async (method) => {
  const response = await post(undefined, { method });
  expect(response.status).toBe(405);
  expect(response.headers.get('Allow')).toBe('POST');
});

describe('a caller', () => {
  const METADATA =
    /^Bearer .*resource_metadata="http:\/\/localhost:3000\/\.well-known\/oauth-protected-resource\/mcp\/[\da-f-]{36}"$/;

  test('without a key is told where to get a token', async () => {
    for (const method of ['POST', 'GET']) {
      const response = await post(LIST, { secret: null, method });
      expect(response.status).toBe(401);
      expect(response.headers.get('WWW-Authenticate')).toMatch(METADATA);
    }
  });

  test('with a cookie alone is nobody', async () => {
    const Cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ');
    expect((await post(LIST, { secret: null, headers: { Cookie } })).status).toBe(401);
  });

  test('with a key that was cut, altered, expired or revoked is refused with one sentence', async () => {
    const [expired, revoked] = [await newKey(), await newKey()];
    await server.database.query(
      `UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [expired.id],
    );
    await owner.call('DELETE', `/organizations/${organizationId}/api-keys/${revoked.id}`);
    const wrong = [key.slice(0, -1), `${key}x`, 'carrel_key_x', 'x', expired.key, revoked.key];
    for (const secret of wrong) {
      const response = await post(LIST, { secret });
      expect(response.status).toBe(401);
      expect(response.headers.get('WWW-Authenticate')).toMatch(/error="invalid_token"/);
      expect(response.headers.get('WWW-Authenticate')).toMatch(METADATA);
      expect(await messageOf(response)).toBe('This API key is not valid.');
    }
  });

  test('with a key in the address is refused, and the key is not in the log', async () => {
    const lines: string[] = [];
    const log = createLog((line) => lines.push(line));
    const app = createApp({ ...server.dependencies, log });
    const response = await fetchOf({ app })(`${mcpUrl(workspaceId)}?key=${key}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(LIST),
    });
    expect(response.status).toBe(400);
    expect(lines.join('')).toContain(`"path":"/mcp/${workspaceId}"`);
    expect(lines.join('')).not.toContain(key.slice(0, 20));
  });

  test('finds no workspace of another organization, and none that the key is not for', async () => {
    const other = await server.organization(owner);
    const foreign = await newWorkspace(other);
    const limited = await newKey({ workspace_ids: [await newWorkspace(organizationId)] });
    const dataset = await owner.call('POST', '/datasets', { organizationId, json: { name: 'A' } });
    const { id } = await readJson<{ id: string }>(dataset);
    const ofDataset = await newKey({ dataset_ids: [id] });
    const places = [
      [key, foreign],
      [key, '00000000-0000-4000-8000-000000000000'],
      [key, 'x'],
      [(await newKey({}, other)).key, workspaceId],
      [limited.key, workspaceId],
      [ofDataset.key, workspaceId],
    ] as const;
    for (const [secret, workspace] of places) {
      const response = await post(LIST, { secret, workspace });
      expect(response.status).toBe(404);
      expect(await messageOf(response)).toBe('This workspace was not found.');
    }
  });

  test('is limited like any other with this key', async () => {
    const { id, key: secret } = await newKey();
    expect((await post(INITIALIZE, { secret })).status).toBe(200);
    await server.database.query('UPDATE rate_limits SET count = 1200 WHERE count = 20');
    for (let times = 0; times < 20; times += 1) await post(INITIALIZE, { secret });
    const response = await post(INITIALIZE, { secret });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
    await owner.call('DELETE', `/organizations/${organizationId}/api-keys/${id}`);
  });
});

test('a path below that is no workspace is not the console', async () => {
  const response = await fetchOf(server)(`${mcpUrl(workspaceId)}/more`);
  expect(response.status).toBe(404);
  expect(await messageOf(response)).toBe('This page was not found.');
});
