import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createDirectory, type Directory } from '@carrel/testing/scim/directory.ts';
import { ENTRA_REQUESTS } from '@carrel/testing/scim/entra-requests.ts';
import { OKTA_REQUESTS } from '@carrel/testing/scim/okta-requests.ts';
import { createServerFixture, type ServerFixture } from '@carrel/testing/server-fixture.ts';

const aText = expect.any(String) as unknown;

let server: ServerFixture;

beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

describe.each([
  ['Entra', ENTRA_REQUESTS],
  ['Okta', OKTA_REQUESTS],
])('%s', (_, requests) => {
  let directory: Directory;
  const ids = { user: '', group: '' };
  beforeAll(async () => {
    directory = await createDirectory(server);
  });

  const filled = <T>(value: T): T => {
    const text = JSON.stringify(value)
      .replaceAll('{user}', ids.user)
      .replaceAll('{group}', ids.group)
      .replaceAll('{domain}', directory.domain);
    return JSON.parse(text) as T;
  };

  test.each(requests.map((request) => [request.says, request] as const))(
    '%s',
    async (_says, { method, path, body, status, has }) => {
      const response = await directory.call(method, filled(path), body && filled(body));
      expect([response.status, response.body.detail]).toEqual([
        status,
        status < 400 ? undefined : aText,
      ]);
      expect(response.body).toMatchObject(filled(has ?? {}));
      if (status !== 201) return;
      ids[path === '/Users' ? 'user' : 'group'] = response.body.id;
    },
  );
});

test('a client learns what is supported, and what is not', async () => {
  const directory = await createDirectory(server);
  const read = async (path: string) => (await directory.call('GET', path)).body;
  expect(await read('/ServiceProviderConfig')).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
    sort: { supported: false },
    etag: { supported: true },
    changePassword: { supported: false },
    authenticationSchemes: [{ type: 'oauthbearertoken' }],
  });
  for (const [path, ids] of [
    ['/ResourceTypes', ['User', 'Group']],
    ['/Schemas', ['User', 'Group'].map((name) => `urn:ietf:params:scim:schemas:core:2.0:${name}`)],
  ] as const) {
    const list = await read(path);
    expect([list.totalResults, list.Resources.map(({ id }) => id)]).toEqual([2, ids]);
    for (const id of ids) expect((await read(`${path}/${id}`)).id).toBe(id);
    expect((await directory.call('GET', `${path}/nothing`)).status).toBe(404);
    expect((await directory.call('GET', `${path}?filter=id eq "User"`)).status).toBe(403);
  }
  for (const [method, path] of [
    ['POST', '/Bulk'],
    ['GET', '/Me'],
    ['POST', '/.search'],
  ] as const) {
    const refused = await directory.call(method, path, method === 'GET' ? undefined : {});
    expect([refused.status, refused.body.status]).toEqual([501, '501']);
  }
  const wrongType = await directory.call('POST', '/Users', 'userName=ada', {
    'Content-Type': 'application/x-www-form-urlencoded',
  });
  expect([wrongType.status, wrongType.body.status]).toEqual([415, '415']);
  const plain = await directory.call(
    'POST',
    '/Users',
    { userName: 'ada' },
    {
      'Content-Type': 'application/json; charset=utf-8',
    },
  );
  expect(plain.status).toBe(201);
});
