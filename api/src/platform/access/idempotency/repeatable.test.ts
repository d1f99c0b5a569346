import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import { purgeCreatedResponses } from './created-responses.ts';

let server: ServerFixture;
let owner: Member;
let organizationId: string;

beforeAll(async () => {
  server = await createServerFixture();
  owner = await server.person();
});
afterAll(() => server.close());
beforeEach(async () => {
  organizationId = await server.organization(owner);
});

const create = (key: string, name = 'Manuals', by = owner, organization = organizationId) =>
  by.call('POST', '/datasets', {
    organizationId: organization,
    json: { name },
    headers: { 'Idempotency-Key': key },
  });
const idOf = async (creating: Promise<Response>) =>
  (await readJson<{ id: string }>(await creating)).id;
const refusal = async (calling: Promise<Response>) => {
  const response = await calling;
  return [response.status, (await readJson<{ message: string }>(response)).message];
};
const countDatasets = async () => {
  const list = await owner.call('GET', '/datasets', { organizationId });
  return (await readJson<{ datasets: unknown[] }>(list)).datasets.length;
};
const age = (hours: number) =>
  server.database.query(`UPDATE idempotency_keys SET created_at = now() - $1 * interval '1 hour'`, [
    hours,
  ]);

test('of ten equal requests at once, one creates', async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, () => create('one')));
  const created = await Promise.all(responses.map((each) => readJson<{ id: string }>(each)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(created.map(({ id }) => id)).size).toBe(1);
  expect(await countDatasets()).toBe(1);
});

test('a key is that of one request', async () => {
  await create('one');
  expect(await refusal(create('one', 'Other'))).toEqual([
    422,
    'This Idempotency-Key was used for another request. Use a new one.',
  ]);
  expect(await countDatasets()).toBe(1);
});

test('a key is that of one caller in one organization', async () => {
  const first = await idOf(create('one'));
  const other = await server.organization(owner);
  expect(await idOf(create('one', 'Manuals', owner, other))).not.toBe(first);
  const editor = await server.member(organizationId, 'Editor');
  expect(await idOf(create('one', 'Manuals', editor))).not.toBe(first);
});

test('a request that failed can be sent again with its key', async () => {
  expect((await create('one', '')).status).toBe(422);
  expect((await create('one')).status).toBe(201);
});

test('a key is kept for 24 hours', async () => {
  const first = await idOf(create('one'));
  await age(23.9);
  await purgeCreatedResponses(server.database);
  expect(await idOf(create('one'))).toBe(first);
  await age(24.1);
  expect(await idOf(create('one'))).not.toBe(first);
  await age(24.1);
  await purgeCreatedResponses(server.database);
  expect(await server.database.query('SELECT FROM idempotency_keys')).toEqual([]);
});

test('a member who was removed gets no response that was kept', async () => {
  const editor = await server.member(organizationId, 'Editor');
  await create('one', 'Manuals', editor);
  await server.database.query('DELETE FROM memberships WHERE account_id = $1', [editor.accountId]);
  expect((await create('one', 'Manuals', editor)).status).toBe(404);
});

test('a key that is empty, too long or not visible is refused', async () => {
  for (const key of ['""', 'a b', 'x'.repeat(256), 'ü']) {
    expect(await refusal(create(key))).toEqual([
      400,
      'Idempotency-Key must be 1 to 255 visible characters.',
    ]);
  }
  expect((await create('"8e03978e-40d5-43dd-bc93-6894a57f9324"')).status).toBe(201);
});

test('a search with a key is a search', async () => {
  const datasetId = await idOf(create('one'));
  const search = () =>
    owner.call('POST', `/datasets/${datasetId}/search`, {
      organizationId,
      json: { query: 'words' },
      headers: { 'Idempotency-Key': 'one' },
    });
  expect(await refusal(search())).toEqual([422, expect.stringContaining('another request')]);
  expect(
    (
      await owner.call('POST', `/datasets/${datasetId}/search`, {
        organizationId,
        json: { query: 'words' },
        headers: { 'Idempotency-Key': 'two' },
      })
    ).headers.get('Idempotency-Replayed'),
  ).toBeNull();
});
