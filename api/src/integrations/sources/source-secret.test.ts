import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestSources, type TestSources } from '@carrel/testing/sources/test-sources.ts';

let sources: TestSources;
beforeAll(async () => {
  sources = await createTestSources();
});
afterAll(() => sources.close());

const ELSEWHERE = { place: { kind: 'website', url: 'https://other.example.com/' } };

test('a stored secret goes without another one, and is not sent to another host before', async () => {
  const source = await sources.newSource({ secret: { password: 'token' } });
  expect(await source.read()).toMatchObject({ has_secret: true });
  expect((await source.call('PATCH', '', ELSEWHERE)).status).toBe(422);
  expect((await source.call('PATCH', '', { name: 'Renamed' })).status).toBe(204);
  expect(await source.read()).toMatchObject({ name: 'Renamed', has_secret: true });
  expect((await source.call('PATCH', '', { secret: null })).status).toBe(204);
  expect(await source.read()).toMatchObject({ has_secret: false });
  expect(
    await sources.query('SELECT secret FROM sources WHERE id = $1', [source.sourceId]),
  ).toEqual([{ secret: null }]);
  expect((await source.call('PATCH', '', ELSEWHERE)).status).toBe(204);
});

test('with another host, the stored secret may go in the same change', async () => {
  const source = await sources.newSource({ secret: { password: 'token' } });
  expect((await source.call('PATCH', '', { ...ELSEWHERE, secret: null })).status).toBe(204);
  expect(await source.read()).toMatchObject({ ...ELSEWHERE, has_secret: false });
});

test('a guest reaches no source of the datasets of its workspace', async () => {
  const { pipeline, sourceId } = await sources.newSource();
  const { organizationId, datasetId, server } = pipeline;
  const guest = await server.member(organizationId, 'Viewer');
  const [workspace] = await server.database.query<{ id: string }>(
    `WITH made AS (INSERT INTO workspaces (organization_id, name) VALUES ($1, 'Shared') RETURNING id)
     INSERT INTO workspace_datasets (organization_id, workspace_id, dataset_id) SELECT $1, id, $2 FROM made
     RETURNING workspace_id AS id`,
    [organizationId, datasetId],
  );
  await server.database.query(
    `UPDATE memberships SET guest_of = $2 WHERE organization_id = $1 AND account_id = $3`,
    [organizationId, workspace?.id, guest.accountId],
  );
  const all = `/datasets/${datasetId}/sources`;
  for (const [method, path] of [
    ['GET', all],
    ['POST', all],
    ['GET', `${all}/${sourceId}`],
    ['PATCH', `${all}/${sourceId}`],
    ['POST', `${all}/${sourceId}/runs`],
    ['GET', `${all}/${sourceId}/objects?state=added`],
    ['GET', '/datasets/' + datasetId],
  ] as const) {
    const response = await guest.call(method, path, { organizationId });
    expect([method, path, response.status]).toEqual([
      method,
      path,
      path.includes('/sources') ? 403 : 200,
    ]);
  }
});
