import type { Access, GroupDetail, SearchResponse } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { isEmbedded } from '@carrel/testing/database/test-database.ts';
import { whileChanging } from '@carrel/testing/database/while-changing.ts';
import {
  createAccessServer,
  type AccessFixture,
  type AccessServer,
} from '@carrel/testing/access-fixture.ts';
import { readJson, type Member, type ServerFixture } from '@carrel/testing/server-fixture.ts';

let access: AccessServer;
let server: ServerFixture;
let owner: Member;
let viewer: Member;
let organizationId: string;
let open: string;
let plans: string;
let call: AccessFixture['call'];

beforeAll(async () => {
  access = await createAccessServer();
  ({ server, owner } = access);
});
beforeEach(async () => {
  ({ organizationId, viewer, open, plans, call } = await access.create());
});
afterAll(() => access.close());

const setAccess = async (entries: object[], access = 'named') =>
  expect((await call(owner, 'PUT', `/datasets/${plans}/access`, { access, entries })).status).toBe(
    204,
  );

const groups = () => `/organizations/${organizationId}/groups`;
const createGroup = async (accountIds: string[], name = 'Planners') => {
  const response = await owner.call('POST', groups(), { json: { name, account_ids: accountIds } });
  return (await readJson<{ id: string }>(response)).id;
};

async function found(who: Member): Promise<string[]> {
  const response = await call(who, 'POST', '/search', { query: 'engine' });
  const { results } = await readJson<SearchResponse>(response);
  return results.map(({ document }) => document.path).sort();
}

const listed = async (who: Member) => {
  const { datasets } = await readJson<{ datasets: { name: string }[] }>(
    await call(who, 'GET', '/datasets'),
  );
  return datasets.map(({ name }) => name);
};

describe('a dataset for named people', () => {
  test('is listed, counted and searched by nobody else, and as always by an Owner', async () => {
    expect(await found(viewer)).toEqual(['engine.md', 'plan.md']);
    await setAccess([]);
    expect(await found(viewer)).toEqual(['engine.md']);
    expect(await listed(viewer)).toEqual(['Manuals']);
    const summary = await readJson<{ datasets: number }>(await call(viewer, 'GET', '/summary'));
    expect(summary.datasets).toBe(1);
    expect(await found(owner)).toEqual(['engine.md', 'plan.md']);
  });

  test('is there for whom it names, and for everybody again when it is opened', async () => {
    await setAccess([{ account_id: viewer.accountId, role: 'Reader' }]);
    expect(await listed(viewer)).toEqual(['Manuals', 'Plans']);
    const access = await readJson<Access>(await call(viewer, 'GET', `/datasets/${plans}/access`));
    expect(access).toMatchObject({
      access: 'named',
      may_change: false,
      entries: [{ role: 'Reader' }],
    });
    await setAccess([], 'organization');
    const other = await server.member(organizationId, 'Viewer');
    expect(await found(other)).toEqual(['engine.md', 'plan.md']);
  });

  test('is attached to a workspace only for those who can reach it', async () => {
    const created = await call(owner, 'POST', '/workspaces', { name: 'Research' });
    const { id } = await readJson<{ id: string }>(created);
    for (const dataset of [open, plans]) {
      expect((await call(owner, 'PUT', `/workspaces/${id}/datasets/${dataset}`)).status).toBe(204);
    }
    await setAccess([]);
    const attached = await readJson<{ datasets: { name: string }[] }>(
      await call(viewer, 'GET', `/workspaces/${id}/datasets`),
    );
    expect(attached.datasets.map(({ name }) => name)).toEqual(['Manuals']);
    const search = await call(viewer, 'POST', `/workspaces/${id}/search`, { query: 'engine' });
    const { results } = await readJson<SearchResponse>(search);
    expect(results.map(({ document }) => document.path)).toEqual(['engine.md']);
  });

  test('takes room in quotas for those who cannot reach it', async () => {
    const editor = await server.member(organizationId, 'Editor');
    await setAccess([]);
    await server.database.query(
      'INSERT INTO organization_quotas (organization_id, datasets) VALUES ($1, 2)',
      [organizationId],
    );
    expect((await call(editor, 'POST', '/datasets', { name: 'One more' })).status).toBe(409);
  });

  test('refuses entries of people and groups that the organization does not have, and changes nothing', async () => {
    const stranger = await server.person();
    const entries = [{ account_id: stranger.accountId, role: 'Reader' }];
    const response = await call(owner, 'PUT', `/datasets/${plans}/access`, {
      access: 'named',
      entries,
    });
    expect(response.status).toBe(422);
    const twice = { account_id: viewer.accountId, role: 'Reader' };
    const again = await call(owner, 'PUT', `/datasets/${plans}/access`, {
      access: 'named',
      entries: [twice, twice],
    });
    expect(again.status).toBe(422);
    expect(await listed(viewer)).toEqual(['Manuals', 'Plans']);
  });
});

test('a role for a dataset counts however its id is written in an address', async () => {
  const editor = await server.member(organizationId, 'Editor');
  await setAccess([{ account_id: editor.accountId, role: 'Searcher' }]);
  const encoded = Array.from(plans)
    .map((letter) => `%${letter.codePointAt(0)?.toString(16)}`)
    .join('');
  for (const id of [plans, plans.toUpperCase(), encoded]) {
    const changed = await call(editor, 'PATCH', `/datasets/${id}`, { name: 'Mine' });
    expect({ id, status: changed.status }).toEqual({ id, status: 403 });
    const downloaded = await call(editor, 'POST', `/datasets/${id}/documents/download`, {
      all: true,
    });
    expect({ id, status: downloaded.status }).toEqual({ id, status: 403 });
  }
});

/** The status of a write that begins while another transaction changes who may see Plans. */
async function during(change: string, write: () => Promise<Response>): Promise<number> {
  const changes = ['SELECT FROM datasets WHERE id = $1 FOR UPDATE', change];
  return (await whileChanging(server.database, { id: plans, changes }, write)).status;
}

describe.runIf(!isEmbedded())('a write that waits for a change of access', () => {
  test('of a Manager who loses access does not give it back', async () => {
    const entries = [{ account_id: viewer.accountId, role: 'Manager' }];
    await setAccess(entries);
    const write = () =>
      call(viewer, 'PUT', `/datasets/${plans}/access`, { access: 'named', entries });
    const status = await during('DELETE FROM access_entries WHERE dataset_id = $1', write);
    expect(status).toBe(403);
    expect(await listed(viewer)).toEqual(['Manuals']);
  });

  test('of an Editor finds the first dataset of the organization that names people out of reach', async () => {
    const editor = await server.member(organizationId, 'Editor');
    const write = () => call(editor, 'PATCH', `/datasets/${plans}`, { name: 'Mine' });
    expect(await during(`UPDATE datasets SET access = 'named' WHERE id = $1`, write)).toBe(404);
  });
});

describe('a group', () => {
  test('gives its people access, and takes it with it', async () => {
    const group = await createGroup([viewer.accountId]);
    await setAccess([{ group_id: group, role: 'Reader' }]);
    expect(await found(viewer)).toEqual(['engine.md', 'plan.md']);
    const detail = await readJson<GroupDetail>(await viewer.call('GET', `${groups()}/${group}`));
    expect(detail).toMatchObject({
      member_count: 1,
      datasets: [{ name: 'Plans', role: 'Reader' }],
    });
    await owner.call('PATCH', `${groups()}/${group}`, { json: { account_ids: [] } });
    expect(await found(viewer)).toEqual(['engine.md']);
    await owner.call('PATCH', `${groups()}/${group}`, {
      json: { account_ids: [viewer.accountId] },
    });
    expect(await found(viewer)).toEqual(['engine.md', 'plan.md']);
    expect((await owner.call('DELETE', `${groups()}/${group}`)).status).toBe(204);
    expect(await found(viewer)).toEqual(['engine.md']);
  });

  test('has a name of its own, and members of the organization only', async () => {
    await createGroup([], 'Planners');
    const taken = await owner.call('POST', groups(), { json: { name: 'PLANNERS' } });
    expect(taken.status).toBe(422);
    const stranger = await server.person();
    const foreign = await owner.call('POST', groups(), {
      json: { name: 'Strangers', account_ids: [stranger.accountId] },
    });
    expect(foreign.status).toBe(422);
  });

  test('of a directory gives its active users access, and is not changed here', async () => {
    const [row] = await server.database.query<{ id: string }>(
      `WITH g AS (INSERT INTO scim_groups (organization_id, display_name, display_name_key)
           VALUES ($1, 'Engineers', 'engineers') RETURNING id),
         u AS (INSERT INTO scim_users (organization_id, user_name, user_name_key, active, account_id)
           VALUES ($1, 'ada', 'ada', true, $2) RETURNING id)
       INSERT INTO scim_group_members (organization_id, group_id, user_id) SELECT $1, g.id, u.id FROM g, u
       RETURNING group_id AS id`,
      [organizationId, viewer.accountId],
    );
    const id = row?.id ?? '';
    await setAccess([{ group_id: id, role: 'Searcher' }]);
    expect(await found(viewer)).toEqual(['engine.md', 'plan.md']);
    expect(
      (await owner.call('PATCH', `${groups()}/${id}`, { json: { name: 'Mine' } })).status,
    ).toBe(409);
    await server.database.query('UPDATE scim_users SET active = false WHERE organization_id = $1', [
      organizationId,
    ]);
    expect(await found(viewer)).toEqual(['engine.md']);
  });

  test('that is left with the organization gives nothing when its person comes back', async () => {
    const group = await createGroup([viewer.accountId]);
    await setAccess([{ group_id: group, role: 'Reader' }]);
    await viewer.call('POST', `/organizations/${organizationId}/leave`);
    await server.database.query(
      'INSERT INTO memberships (organization_id, account_id, role_id) VALUES ($1, $2, $3)',
      [organizationId, viewer.accountId, await server.roleId(organizationId, 'Viewer')],
    );
    expect(await listed(viewer)).toEqual(['Manuals']);
  });
});

test('a stream ends when the dataset is out of reach', async () => {
  await setAccess([{ account_id: viewer.accountId, role: 'Reader' }]);
  const stream = await viewer.call(
    'GET',
    `/datasets/${plans}/events?organization_id=${organizationId}`,
  );
  const reader = (stream.body ?? new ReadableStream<Uint8Array>()).getReader();
  expect((await reader.read()).done).toBe(false);
  await setAccess([]);
  const rest: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    rest.push(new TextDecoder().decode(value));
  }
  expect(rest.join('')).not.toContain('event: change');
});
