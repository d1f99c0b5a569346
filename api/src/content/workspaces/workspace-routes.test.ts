import { workspaceListSchema } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

let fixture: ServerFixture;
let owner: Member;
let organizationId: string;

beforeAll(async () => {
  fixture = await createServerFixture();
  owner = await fixture.person();
});

afterAll(async () => {
  await fixture.close();
});

beforeEach(async () => {
  organizationId = await fixture.organization(owner);
});

const call = (method: string, path: string, json?: unknown) =>
  owner.call(method, path, { organizationId, ...(json === undefined ? {} : { json }) });

async function create(json: object = { name: 'Shelf' }): Promise<string> {
  return (await readJson<{ id: string }>(await call('POST', '/workspaces', json))).id;
}

async function list() {
  return parse(workspaceListSchema, await (await call('GET', '/workspaces')).json()).workspaces;
}

test('a workspace is created, listed, changed and deleted, each with an audit record', async () => {
  const id = await create({ name: '  Shelf ', description: '' });
  expect(await list()).toEqual([
    {
      id,
      name: 'Shelf',
      description: null,
      changed_at: expect.any(String) as string,
      access: 'organization',
      role: null,
    },
  ]);
  await call('PATCH', `/workspaces/${id}`, { description: 'Upper' });
  await call('PATCH', `/workspaces/${id}`, { name: 'Board' });
  expect(await list()).toMatchObject([{ id, name: 'Board', description: 'Upper' }]);
  expect((await call('DELETE', `/workspaces/${id}`)).status).toBe(204);
  expect((await call('DELETE', `/workspaces/${id}`)).status).toBe(404);
  const records = await fixture.database.query<{ action: string; account_id: string }>(
    'SELECT action, account_id FROM audit_records WHERE object_id = $1 ORDER BY id',
    [id],
  );
  expect(records.map(({ action }) => action)).toEqual([
    'workspace.created',
    'workspace.updated',
    'workspace.updated',
    'workspace.deleted',
  ]);
  expect(new Set(records.map(({ account_id }) => account_id))).toEqual(new Set([owner.accountId]));
});

test('a name is required and limited in length', async () => {
  const refused = await call('POST', '/workspaces', { name: ' ' });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toEqual({
    message: 'Workspace name is required',
    issues: [{ path: 'name', message: 'Workspace name is required' }],
  });
  expect((await call('POST', '/workspaces', { name: 'x'.repeat(101) })).status).toBe(422);
});

const changedAt = async () => Date.parse((await list())[0]?.changed_at ?? '');

test('the list says when a workspace or its attached datasets changed last', async () => {
  const id = await create();
  const { id: datasetId } = await readJson<{ id: string }>(
    await call('POST', '/datasets', { name: 'Handbook' }),
  );
  let before = await changedAt();
  for (const [method, path, json] of [
    ['PATCH', `/workspaces/${id}`, { name: 'Board' }],
    ['PUT', `/workspaces/${id}/datasets/${datasetId}`, undefined],
    ['DELETE', `/workspaces/${id}/datasets/${datasetId}`, undefined],
  ] as const) {
    await call(method, path, json);
    const after = await changedAt();
    expect(after).toBeGreaterThan(before);
    before = after;
  }
  await call('DELETE', `/workspaces/${id}/datasets/${datasetId}`);
  expect(await changedAt()).toBe(before);
});

test('attaching and detaching a dataset are idempotent', async () => {
  const id = await create();
  const [dataset] = await fixture.database.query<{ id: string }>(
    `INSERT INTO datasets (organization_id, name) VALUES ($1, 'Books') RETURNING id`,
    [organizationId],
  );
  const one = `/workspaces/${id}/datasets/${dataset?.id ?? ''}`;
  const attached = async () => (await call('GET', `/workspaces/${id}/datasets`)).json();
  for (const count of [1, 2]) {
    expect({ count, status: (await call('PUT', one)).status }).toEqual({ count, status: 204 });
  }
  expect(await attached()).toMatchObject({ datasets: [{ id: dataset?.id, name: 'Books' }] });
  for (const count of [1, 2]) {
    expect({ count, status: (await call('DELETE', one)).status }).toEqual({ count, status: 204 });
  }
  expect(await attached()).toEqual({ datasets: [] });
});
