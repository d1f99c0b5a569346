import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createApiKey } from '../api-key.ts';
import { createDirectory, patch } from '../scim/directory.ts';
import { createServerFixture, readJson, type ServerFixture } from '../server-fixture.ts';
import { placesOf, schemaOf } from './hostile-places.ts';
import { NONCHARACTERS, UNREADABLE, UNSTORABLE, UNUSUAL } from './hostile-values.ts';

let server: ServerFixture;
/** Ids and keys in the addresses and headers of requests, by their names in braces. */
let names: Record<string, string>;

beforeAll(async () => {
  server = await createServerFixture();
  const directory = await createDirectory(server);
  const { owner, organizationId } = directory;
  const created = await owner.call('POST', '/workspaces', {
    organizationId,
    json: { name: 'Reading room' },
  });
  const workspace = (await readJson<{ id: string }>(created)).id;
  names = {
    workspace,
    key: await createApiKey(owner, organizationId),
    directory: directory.key,
    user: await directory.user('ada'),
    group: await directory.group('Readers'),
  };
});
afterAll(() => server.close());

const named = (text: string) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '');

interface Request {
  path: string;
  method?: string;
  key?: string;
  type?: string;
  headers?: Record<string, string>;
  body: unknown;
}

const calledTool = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
const MCP = {
  path: '/mcp/{workspace}',
  headers: { Accept: 'application/json, text/event-stream' },
};
const SCIM = { path: '/scim/v2/Users', key: '{directory}', type: 'application/scim+json' };

/** A valid request of each other face of the server that reads JSON. */
const WITH_JSON: Record<string, Request> = {
  'MCP: search': { ...MCP, body: calledTool('search', { query: 'words', folder: 'a' }) },
  'MCP: fetch': { ...MCP, body: calledTool('fetch', { id: 'x' }) },
  'MCP: list_documents': { ...MCP, body: calledTool('list_documents', { folder: '', cursor: '' }) },
  'OpenAI: search': {
    path: '/v1/vector_stores/{workspace}/search',
    body: {
      query: ['words'],
      filters: { type: 'and', filters: [{ type: 'eq', key: 'author', value: 'Ann' }] },
      ranking_options: { ranker: 'auto', score_threshold: 0.5 },
    },
  },
  'dify: retrieval': {
    path: '/retrieval',
    body: {
      knowledge_id: '{workspace}',
      query: 'words',
      retrieval_setting: { top_k: 1, score_threshold: 0.5 },
      metadata_condition: {
        logical_operator: 'and',
        conditions: [{ name: ['author'], comparison_operator: 'is', value: 'Ann' }],
      },
    },
  },
  'SCIM: a user': {
    ...SCIM,
    body: {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'grace',
      externalId: 'x',
      name: { givenName: 'Grace', familyName: 'Hopper', formatted: 'Grace Hopper' },
      displayName: 'Grace',
      emails: [{ value: 'grace@example.com', type: 'work' }],
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Navy' },
    },
  },
  'SCIM: a user, replaced': {
    ...SCIM,
    path: '/scim/v2/Users/{user}',
    method: 'PUT',
    body: { userName: 'ada', externalId: 'x', name: { givenName: 'Ada' } },
  },
  'SCIM: a user, patched': {
    ...SCIM,
    path: '/scim/v2/Users/{user}',
    method: 'PATCH',
    body: patch({ op: 'replace', path: 'externalId', value: 'x' }),
  },
  'SCIM: a search': {
    ...SCIM,
    path: '/scim/v2/Users/.search',
    body: { filter: 'userName eq "ada"', attributes: ['userName'] },
  },
  'SCIM: a group': {
    ...SCIM,
    path: '/scim/v2/Groups',
    body: { displayName: 'Navy', externalId: 'x', members: [{ value: '{user}', display: 'Ada' }] },
  },
  'SCIM: a group, patched': {
    ...SCIM,
    path: '/scim/v2/Groups/{group}',
    method: 'PATCH',
    body: patch({ op: 'add', path: 'members', value: [{ value: '{user}' }] }),
  },
  'OAuth: registration': {
    path: '/oauth/register',
    body: {
      client_name: 'Assistant',
      redirect_uris: ['http://127.0.0.1/callback'],
      grant_types: ['authorization_code'],
      logo_uri: 'https://example.com/logo.png',
    },
  },
};

async function send({ path, method = 'POST', ...request }: Omit<Request, 'body'>, body?: string) {
  // Registrations of one address are few.
  await server.database.query('DELETE FROM rate_limits');
  const response = await server.app.request(named(path), {
    method,
    headers: {
      Authorization: `Bearer ${named(request.key ?? '{key}')}`,
      ...(body !== undefined && { 'Content-Type': request.type ?? 'application/json' }),
      ...request.headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return { status: response.status, text };
}

/** Returns the sentence of a refusal in the format of its face. */
function sentenceOf(path: string, text: string): unknown {
  const read = JSON.parse(text) as Record<string, unknown> & { error?: { message?: unknown } };
  if (path.startsWith('/mcp/') || path.startsWith('/v1/')) return read.error?.message;
  if (path.startsWith('/scim/')) return read['detail'];
  return path.startsWith('/oauth/') ? read['error_description'] : read['error_msg'];
}

describe('a request of another face', () => {
  test.each(Object.entries(WITH_JSON))(
    'with what would change is refused in its format: %s',
    async (_, { body, ...request }) => {
      const base: unknown = JSON.parse(named(JSON.stringify(body)));
      for (const place of placesOf(schemaOf(base), base)) {
        for (const { json, shown } of Object.values(UNSTORABLE)) {
          const { status, text } = await send(request, place.body(json));
          const sentence = sentenceOf(request.path, text);
          expect([place.path, status, sentence]).toEqual([
            place.path,
            // dify has no format of its own for what is invalid.
            request.path === '/retrieval' ? 422 : 400,
            expect.stringContaining(shown),
          ]);
        }
        for (const json of UNUSUAL) {
          const { status } = await send(request, place.body(json));
          expect(status).toBeLessThan(500);
        }
      }
    },
  );

  test('keeps noncharacters', async () => {
    const user = { userName: `${NONCHARACTERS} first`, externalId: NONCHARACTERS };
    const { status, text } = await send(SCIM, JSON.stringify(user));
    expect(status).toBe(201);
    expect(JSON.parse(text)).toMatchObject(user);
  });

  const GET = { method: 'GET' };
  test.each([
    ['/scim/v2/Users?filter=userName%20eq%20%22', { ...SCIM, ...GET }],
    ['/scim/v2/Users/{user}?attributes=', { ...SCIM, ...GET }],
    ['/scim/v2/Groups?excludedAttributes=', { ...SCIM, ...GET }],
    ['/v1/vector_stores/{workspace}/files?after=', GET],
  ])('with what is no text in its query is refused in its format: %s', async (path, request) => {
    for (const value of UNREADABLE) {
      const { status, text } = await send({ ...request, path: path + value });
      expect([status, sentenceOf(path, text)]).toEqual([
        400,
        expect.stringMatching(/cannot be stored: U\+0000|not UTF-8/),
      ]);
    }
  });

  test.each([
    '/scim/v2/Users/',
    '/scim/v2/Groups/',
    '/v1/vector_stores/',
    '/mcp/',
    '/.well-known/x/',
  ])('with what is no id in its path is not found: %s', async (path) => {
    const request = path.startsWith('/scim') ? SCIM : { headers: {} };
    for (const value of [...UNREADABLE, 'x'.repeat(100_000)]) {
      const { status } = await send({ ...request, ...GET, path: path + value });
      expect(status).toBe(404);
    }
  });

  test.each(['/oauth/token', '/oauth/revoke'])(
    'with what is no text in its form is refused in its format: %s',
    async (path) => {
      const form = {
        grant_type: 'authorization_code',
        client_id: names['workspace'] ?? '',
        code: 'code',
        token: 'token',
        redirect_uri: 'http://127.0.0.1/callback',
        code_verifier: 'x'.repeat(43),
        resource: 'http://localhost:3000/mcp/x',
      };
      for (const field of [...Object.keys(form), 'unknown']) {
        for (const value of UNREADABLE) {
          const fields = new URLSearchParams({ ...form, [field]: 'HOSTILE' });
          const body = fields.toString().replace('HOSTILE', value);
          const { status, text } = await send(
            { path, type: 'application/x-www-form-urlencoded' },
            body,
          );
          expect([status, sentenceOf(path, text)]).toEqual([
            400,
            expect.stringMatching(/cannot be stored: U\+0000|not UTF-8/),
          ]);
        }
      }
    },
  );
});
