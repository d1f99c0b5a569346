import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ACCESS_COOKIE } from '../../access/session-cookies.ts';
import { createApiKey } from '@carrel/testing/api-key.ts';
import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
  type Visitor,
} from '@carrel/testing/server-fixture.ts';

let fixture: ServerFixture;
let owner: Member;
let organizationId: string;

beforeAll(async () => {
  fixture = await createServerFixture({
    settings: {
      publicUrl: 'https://carrel.example.com',
      consoleOrigins: ['https://carrel.example.com'],
    },
  });
  owner = await fixture.person();
  organizationId = await fixture.organization(owner);
});

afterAll(async () => {
  await fixture.close();
});

const ID = '00000000-0000-4000-8000-000000000000';

/** Returns every registered route that changes something. */
function mutatingRoutes(): { method: string; path: string }[] {
  const routes = fixture.app.routes
    .filter(
      ({ method, path }) =>
        !['ALL', 'GET', 'OPTIONS'].includes(method) && path.startsWith('/api/v1/'),
    )
    .map(({ method, path }) => `${method} ${path.replace('/api/v1', '').replaceAll(/:\w+/g, ID)}`);
  return [...new Set(routes)].map((route) => {
    const [method = '', path = ''] = route.split(' ');
    return { method, path };
  });
}

const record = async () => {
  const [row] = await fixture.database.query(
    'SELECT (SELECT count(*) FROM audit_records) AS records, (SELECT count(*) FROM outbox) AS mails',
  );
  return row;
};

describe('A18: a change that another site requests', () => {
  test.each<[string, Record<string, string>, string]>([
    [
      'a form of another site',
      { Origin: 'https://evil.example', 'Content-Type': 'application/x-www-form-urlencoded' },
      'name=x',
    ],
    [
      'JSON of another site',
      { Origin: 'https://evil.example', 'Content-Type': 'application/json' },
      '{"name":"x"}',
    ],
    ['a sandboxed page', { Origin: 'null', 'Content-Type': 'application/json' }, '{"name":"x"}'],
    [
      'another port of this host',
      { Origin: 'http://localhost:8080', 'Content-Type': 'application/json' },
      '{}',
    ],
    [
      'this host without encryption',
      { Origin: 'http://carrel.example.com', 'Content-Type': 'application/json' },
      '{}',
    ],
    [
      'the address of the request',
      { Origin: 'https://localhost', Host: 'carrel.example.com' },
      '{}',
    ],
    [
      'a browser that sends Sec-Fetch-Site',
      { 'Sec-Fetch-Site': 'cross-site', 'Content-Type': 'application/json' },
      '{}',
    ],
  ])('is refused on every route: %s', async (_, headers, body) => {
    const before = await record();
    const cookies = [...owner.cookies].map((pair) => pair.join('=')).join('; ');
    expect(cookies).toContain(ACCESS_COOKIE);
    for (const { method, path } of mutatingRoutes()) {
      const response = await fixture.app.request(`http://localhost/api/v1${path}`, {
        method,
        headers: { Cookie: cookies, 'X-Organization-Id': organizationId, ...headers },
        body,
      });
      expect({ method, path, status: response.status }).toEqual({ method, path, status: 403 });
    }
    expect(await record()).toEqual(before);
    expect((await owner.call('GET', '/accounts/current')).status).toBe(200);
  });

  test('is refused as text on every route that expects JSON', async () => {
    const before = await record();
    for (const { method, path } of mutatingRoutes().filter(
      // An upload, and a form of a provider, which is signed.
      (each) => !/\/archives$|\/backchannel-logout\//.test(each.path),
    )) {
      const response = await owner.call(method, path, {
        organizationId,
        headers: { 'Content-Type': 'text/plain' },
        body: new TextEncoder().encode('{"name":"x"}'),
      });
      expect({ method, path, status: response.status }).toEqual({ method, path, status: 403 });
    }
    expect(await record()).toEqual(before);
  });
});

test('bytes of a type that a form may have are those of a document, where a key sends them', async () => {
  const created = await owner.call('POST', '/datasets', {
    organizationId,
    json: { name: 'Notes' },
  });
  const { id } = await readJson<{ id: string }>(created);
  const key = await createApiKey(owner, organizationId, { scopes: ['documents:write'] });
  const path = `/datasets/${id}/documents/by-path?path=notes.txt`;
  const body = new TextEncoder().encode('The text.');
  const call = (caller: Visitor, headers: Record<string, string>) =>
    caller.call('PUT', path, {
      organizationId,
      headers: { 'Content-Type': 'text/plain', Prefer: 'wait=0', ...headers },
      body,
    });
  expect((await call(fixture.visitor(), { Authorization: `Bearer ${key}` })).status).toBe(202);
  const refused = await call(owner, {});
  expect([refused.status, await readJson(refused)]).toEqual([
    403,
    { message: 'Send the bytes with Content-Type application/octet-stream.' },
  ]);
});

describe('a change is served', () => {
  test.each([
    ['for a client without Origin', {}],
    ['for the public address', { Origin: 'https://carrel.example.com' }],
  ])('%s', async (_, headers) => {
    const created = await owner.call('POST', '/workspaces', {
      organizationId,
      json: { name: 'Shelf' },
      headers,
    });
    expect(created.status).toBe(201);
  });
});

test('cookies are Secure if the public address is https', () => {
  const response = fixture.visitor().call('PUT', '/accounts/sessions');
  return expect(response.then(({ headers }) => headers.getSetCookie())).resolves.toSatisfy(
    (cookies: string[]) => cookies.length === 3 && cookies.every((each) => each.includes('Secure')),
  );
});
