import type { ErrorBody } from '@carrel/shared/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

const ID = '0198c0de-0000-7000-8000-00000000da7a';

let server: ServerFixture;
let owner: Member;
let organizationId: string;

beforeAll(async () => {
  server = await createServerFixture();
  owner = await server.person();
  organizationId = await server.organization(owner);
});
afterAll(() => server.close());

test.each([
  ['PUT', '/datasets', 'GET, HEAD, POST'],
  ['GET', '/accounts/login', 'POST'],
  ['PATCH', `/datasets/${ID}/search`, 'POST'],
  ['GET', `/accounts/${ID}`, 'DELETE'],
  ['OPTIONS', '/datasets', 'GET, HEAD, POST'],
  ['PROPFIND', '/datasets', 'GET, HEAD, POST'],
])('%s %s is 405 with the methods that the address takes', async (method, path, allow) => {
  const response = await owner.call(method, path, { organizationId });
  expect([response.status, response.headers.get('Allow')]).toEqual([405, allow]);
  const list = new Intl.ListFormat('en').format(allow.split(', '));
  expect(await readJson<ErrorBody>(response)).toEqual({
    message: `This address takes ${list} only.`,
  });
});

test.each(['/nothing', '/datasets/', '/datasets/1/2/3'])('%s is 404', async (path) => {
  for (const method of ['GET', 'POST', 'PUT']) {
    const response = await owner.call(method, path, { organizationId });
    expect([response.status, response.headers.get('Allow')]).toEqual([404, null]);
  }
});

test.each([
  ['GET', '/retrieval', 405],
  ['GET', '/v1/nothing', 404],
])('so are those of programs: %s %s is %i', async (method, path, status) => {
  const response = await server.app.request(path, { method });
  expect(response.status).toBe(status);
});
