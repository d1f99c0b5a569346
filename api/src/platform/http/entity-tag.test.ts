import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

let server: ServerFixture;
let owner: Member;
let organizationId: string;

beforeAll(async () => {
  server = await createServerFixture();
  owner = await server.person();
  organizationId = await server.organization(owner);
});
afterAll(() => server.close());

const call = (method: string, path: string, headers = {}, json?: object) =>
  owner.call(method, path, { organizationId, headers, ...(json !== undefined && { json }) });

const tagOf = async (path: string) => (await call('GET', path)).headers.get('ETag') ?? '';
const rename = (path: string, tag: string, name: string) =>
  call('PATCH', path, { 'If-Match': tag }, { name });
const nameOf = async (path: string) =>
  (await readJson<{ name: string }>(await call('GET', path))).name;

describe.each(['/datasets', '/workspaces'])('one of %s', (list) => {
  const create = async () => {
    const created = await owner.call('POST', list, { organizationId, json: { name: 'First' } });
    return `${list}/${(await readJson<{ id: string }>(created)).id}`;
  };
  test('is changed by a client that has its last state', async () => {
    const path = await create();
    const tag = await tagOf(path);
    expect((await rename(path, tag, 'Second')).status).toBe(204);
    const late = await rename(path, tag, 'Third');
    expect([late.status, late.headers.get('ETag')]).toEqual([412, await tagOf(path)]);
    expect(await nameOf(path)).toBe('Second');
    expect((await rename(path, `W/"x", ${await tagOf(path)}`, 'Third')).status).toBe(204);
    expect((await rename(path, '*', 'Fourth')).status).toBe(204);
  });

  test('is changed once by two at the same time', async () => {
    const path = await create();
    const tag = await tagOf(path);
    const changes = await Promise.all(['A', 'B'].map((name) => rename(path, tag, name)));
    expect(new Set(changes.map(({ status }) => status))).toEqual(new Set([204, 412]));
  });

  test('is deleted by a client that has its last state', async () => {
    const path = await create();
    const tag = await tagOf(path);
    await rename(path, '*', 'Second');
    expect((await call('DELETE', path, { 'If-Match': tag })).status).toBe(412);
    expect((await call('DELETE', path, { 'If-Match': await tagOf(path) })).status).toBe(204);
    expect((await call('DELETE', path, { 'If-Match': '*' })).status).toBe(404);
  });

  test('is not sent again to a client that has it', async () => {
    const path = await create();
    const response = await call('GET', path, { 'If-None-Match': await tagOf(path) });
    expect([response.status, await response.text()]).toEqual([304, '']);
  });
});
