import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { newKey } from '../../platform/access/keys/key-token.ts';
import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

let server: ServerFixture;
let owner: Member;
let organizationId: string;
let datasetId: string;

beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

beforeEach(async () => {
  owner = await server.person();
  organizationId = await server.organization(owner);
  datasetId = await newDataset('Manuals');
});

async function newDataset(name: string): Promise<string> {
  const created = await owner.call('POST', '/datasets', { organizationId, json: { name } });
  return (await readJson<{ id: string }>(created)).id;
}

interface Created {
  id: string;
  key: string;
}

const keysPath = () => `/organizations/${organizationId}/api-keys`;

async function create(json: object = {}, by: Member = owner): Promise<Created> {
  const scopes = ['search', 'documents:read', 'documents:write'];
  const response = await by.call('POST', keysPath(), {
    json: { name: 'Nightly', scopes, ...json },
  });
  expect(response.status).toBe(201);
  return readJson<Created>(response);
}

const call = (key: string, method: string, path: string, options: { json?: unknown } = {}) =>
  server.visitor().call(method, path, { ...options, headers: { Authorization: `Bearer ${key}` } });

interface Listed {
  keys: {
    id: string;
    last_four: string;
    last_used_at: string | null;
    expires_at: string | null;
    replaced: boolean;
  }[];
}

const list = async () => readJson<Listed>(await owner.call('GET', keysPath()));

async function auditedActions(): Promise<string[]> {
  const rows = await server.database.query<{ action: string }>(
    'SELECT action FROM audit_records WHERE organization_id = $1 ORDER BY id',
    [organizationId],
  );
  return rows.map(({ action }) => action);
}

test('a key is shown once, stored as a hash, and listed by its last four characters', async () => {
  const { id, key } = await create();
  expect(key).toMatch(/^carrel_key_[\dA-Za-z]{36}$/);
  const { keys } = await list();
  expect(keys).toMatchObject([{ id, last_four: key.slice(-4), last_used_at: null }]);
  const ninety = Date.now() + 90 * 24 * 3_600_000;
  expect(Math.abs(Date.parse(keys[0]?.expires_at ?? '') - ninety)).toBeLessThan(60_000);
  const stored = await server.database.query('SELECT * FROM api_keys WHERE id = $1', [id]);
  expect(JSON.stringify(stored)).not.toContain(key.slice('carrel_key_'.length, -4));
});

test('a key reads and searches its organization, without a header that names it', async () => {
  const { key } = await create();
  const response = await call(key, 'GET', '/datasets');
  expect(response.status).toBe(200);
  expect(await readJson(response)).toMatchObject({ datasets: [{ id: datasetId }] });
  const found = await call(key, 'POST', `/datasets/${datasetId}/search`, { json: { query: 'x' } });
  expect(found.status).toBe(200);
  const { keys } = await list();
  expect(keys[0]?.last_used_at).not.toBeNull();
});

test('a key that is limited to a workspace has the datasets that are attached to it now', async () => {
  const other = await newDataset('Other');
  const created = await owner.call('POST', '/workspaces', {
    organizationId,
    json: { name: 'Help' },
  });
  const { id: workspaceId } = await readJson<{ id: string }>(created);
  const attached = `/workspaces/${workspaceId}/datasets/${datasetId}`;
  await owner.call('PUT', attached, { organizationId });
  const { key } = await create({ workspace_ids: [workspaceId] });

  expect(await readJson(await call(key, 'GET', '/datasets'))).toMatchObject({
    datasets: [{ id: datasetId }],
  });
  expect((await call(key, 'GET', `/datasets/${datasetId}/documents`)).status).toBe(200);
  expect((await call(key, 'GET', `/datasets/${other}/documents`)).status).toBe(404);

  await owner.call('DELETE', attached, { organizationId });
  expect((await call(key, 'GET', `/datasets/${datasetId}/documents`)).status).toBe(404);
  expect(await readJson(await call(key, 'GET', '/datasets'))).toEqual({ datasets: [] });
});

test('a revoked key is refused at once', async () => {
  const { id, key } = await create();
  expect((await call(key, 'GET', '/datasets')).status).toBe(200);
  expect((await owner.call('DELETE', `${keysPath()}/${id}`)).status).toBe(204);
  const refused = await call(key, 'GET', '/datasets');
  expect(refused.status).toBe(401);
  expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer');
  expect(await list()).toEqual({ keys: [] });
});

test('a key that is rotated works beside its successor until the overlap ends', async () => {
  const { id, key } = await create({ expires_in_days: null });
  const rotated = await owner.call('POST', `${keysPath()}/${id}/rotate`, {
    json: { overlap_hours: 1 },
  });
  expect(rotated.status).toBe(201);
  const next = await readJson<Created>(rotated);
  expect((await call(key, 'GET', '/datasets')).status).toBe(200);
  expect((await call(next.key, 'GET', '/datasets')).status).toBe(200);

  await server.database.query(
    `UPDATE api_keys SET expires_at = expires_at - interval '1 hour' WHERE id = $1`,
    [id],
  );
  expect((await call(key, 'GET', '/datasets')).status).toBe(401);
  expect((await call(next.key, 'GET', '/datasets')).status).toBe(200);
  expect((await list()).keys).toMatchObject([
    { id: next.id, expires_at: null, replaced: false },
    { id, replaced: true },
  ]);
  const again = await owner.call('POST', `${keysPath()}/${id}/rotate`, { json: {} });
  expect(again.status).toBe(404);
});

test('creation, the first use from a network, rotation and revocation are audited', async () => {
  const { id, key } = await create();
  await call(key, 'GET', '/datasets');
  await call(key, 'GET', '/datasets');
  await owner.call('POST', `${keysPath()}/${id}/rotate`, { json: {} });
  await owner.call('DELETE', `${keysPath()}/${id}`);
  expect((await auditedActions()).filter((action) => action.startsWith('api_key.'))).toEqual([
    'api_key.created',
    'api_key.used',
    'api_key.rotated',
    'api_key.revoked',
  ]);
});

test('what a key writes is recorded as done by the key', async () => {
  const { key } = await create();
  const path = `/datasets/${datasetId}/documents/by-path?path=a.txt`;
  const response = await server.visitor().call('PUT', path, {
    body: new TextEncoder().encode('words'),
    headers: { Authorization: `Bearer ${key}`, Prefer: 'wait=0' },
  });
  expect(response.status).toBe(202);
  const [record] = await server.database.query<{ account_id: string | null; details: object }>(
    `SELECT account_id, details FROM audit_records
     WHERE organization_id = $1 AND action = 'archive.uploaded'`,
    [organizationId],
  );
  expect(record).toMatchObject({ account_id: null, details: { apiKey: 'Nightly' } });
});

test('a wrong key is refused with one sentence, and a hundred of a network in an hour are', async () => {
  const { key } = await create();
  const last = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
  for (const wrong of [newKey(), last, `${key}x`, 'carrel_key_', key.toLowerCase()]) {
    const response = await call(wrong, 'GET', '/datasets');
    expect([response.status, await readJson(response)]).toEqual([
      401,
      { message: 'This API key is not valid.' },
    ]);
  }
  const guesser = server.visitor();
  const guess = () =>
    guesser.call('GET', '/datasets', {
      headers: { Authorization: `Bearer ${newKey()}`, 'X-Forwarded-For': '203.0.113.7' },
    });
  const statuses = [];
  for (let guesses = 0; guesses < 101; guesses += 1) statuses.push((await guess()).status);
  expect(new Set(statuses.slice(0, 100))).toEqual(new Set([401]));
  expect(statuses[100]).toBe(429);
});

test('a key in the address is refused, so that nobody gets used to it', async () => {
  const { key } = await create();
  const response = await server.visitor().call('GET', `/datasets?api_key=${key}`);
  expect(response.status).toBe(400);
});

test('a key is for existing datasets and workspaces, and an organization has a hundred at most', async () => {
  const foreign = await server.person();
  const elsewhere = await server.organization(foreign);
  const created = await foreign.call('POST', '/datasets', {
    organizationId: elsewhere,
    json: { name: 'Foreign' },
  });
  const { id } = await readJson<{ id: string }>(created);
  const json = { name: 'Nightly', scopes: ['search'], dataset_ids: [id] };
  const refused = await owner.call('POST', keysPath(), { json });
  expect(refused.status).toBe(422);

  await server.database.query(
    `INSERT INTO api_keys (organization_id, name, token_hash, last_four, scopes)
     SELECT $1, 'Nightly', decode(md5(n::text), 'hex'), 'wxyz', '{search}'
     FROM generate_series(1, 100) AS n`,
    [organizationId],
  );
  const full = await owner.call('POST', keysPath(), { json: { ...json, dataset_ids: null } });
  expect(full.status).toBe(409);
});

test('a call by key says what is left of its limit', async () => {
  const { key } = await create();
  const remaining = async () => {
    const { headers } = await call(key, 'GET', '/datasets');
    expect(headers.get('RateLimit-Policy')).toBe('"key";q=1200;w=60');
    return Number(/^"key";r=(\d+);t=\d+$/.exec(headers.get('RateLimit') ?? '')?.[1]);
  };
  expect([await remaining(), await remaining()]).toEqual([1199, 1198]);
});

test('only an Owner creates and rotates a key that provisions members, and it is never limited', async () => {
  const admin = await server.member(organizationId, 'Admin');
  const json = { name: 'Directory', scopes: ['scim', 'search'] };
  const refused = await admin.call('POST', keysPath(), { json });
  expect([refused.status, await readJson(refused)]).toEqual([
    403,
    { message: 'Only an Owner can create API keys that provision members.' },
  ]);
  const { id } = await create(json);
  const rotate = (by: Member) => by.call('POST', `${keysPath()}/${id}/rotate`, { json: {} });
  expect((await rotate(admin)).status).toBe(403);
  expect((await rotate(owner)).status).toBe(201);
  expect((await admin.call('DELETE', `${keysPath()}/${id}`)).status).toBe(204);
  const limited = await owner.call('POST', keysPath(), {
    json: { ...json, dataset_ids: [datasetId] },
  });
  expect([limited.status, await readJson(limited)]).toMatchObject([
    422,
    { issues: [{ path: 'scopes' }] },
  ]);
});
