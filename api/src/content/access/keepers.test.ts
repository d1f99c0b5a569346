import type { AuditPage, Dataset, SearchResponse } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  createAccessServer,
  type AccessFixture,
  type AccessServer,
} from '@carrel/testing/access-fixture.ts';
import { createApiKey } from '@carrel/testing/api-key.ts';
import { readJson, type Member, type ServerFixture } from '@carrel/testing/server-fixture.ts';

let access: AccessServer;
let server: ServerFixture;
let owner: Member;
let admin: Member;
let organizationId: string;
let plans: string;
let open: string;
let call: AccessFixture['call'];

beforeAll(async () => {
  access = await createAccessServer();
  ({ server, owner } = access);
});
beforeEach(async () => {
  ({ organizationId, plans, open, call } = await access.create());
  admin = await server.member(organizationId, 'Admin');
  await keepFromAdmins(true);
  const named = { access: 'named', entries: [{ account_id: owner.accountId, role: 'Manager' }] };
  await call(owner, 'PUT', `/datasets/${plans}/access`, named);
});
afterAll(() => access.close());

const keepFromAdmins = (on: boolean, who = owner) =>
  call(who, 'PATCH', `/organizations/${organizationId}`, { admins_take_access: on });

const found = async (who: Member) => {
  const response = await call(who, 'POST', '/search', { query: 'engine' });
  return (await readJson<SearchResponse>(response)).results
    .map(({ document }) => document.path)
    .sort();
};

/** What an API key finds. */
const foundBy = async (key: string) => {
  const response = await server.visitor().call('POST', '/search', {
    json: { query: 'engine' },
    headers: { Authorization: `Bearer ${key}` },
  });
  return (await readJson<SearchResponse>(response)).results
    .map(({ document }) => document.path)
    .sort();
};

const roleOf = async (who: Member) => {
  const list = await call(who, 'GET', '/datasets');
  const { datasets } = await readJson<{ datasets: Dataset[] }>(list);
  return datasets.find(({ id }) => id === plans)?.role;
};

const audited = async () => {
  const rows = await server.database.query<{ action: string; account_id: string }>(
    `SELECT action, account_id FROM audit_records WHERE organization_id = $1 AND object_id = $2
       AND action = 'dataset.access_taken'`,
    [organizationId, plans],
  );
  return rows.map(({ account_id }) => account_id);
};

/** The names of archives in the activity. */
const archivesNamed = async (who: Member) => {
  const path = `/organizations/${organizationId}/audit?action=archive.uploaded`;
  const { records } = await readJson<AuditPage>(await who.call('GET', path));
  return records.map(({ object }) => object.name);
};

describe('where Admins see contents only by taking access', () => {
  test('an Admin keeps a dataset without seeing what is in it', async () => {
    expect(await roleOf(admin)).toBe('Keeper');
    expect(await found(admin)).toEqual(['engine.md']);
    expect(await found(owner)).toEqual(['engine.md', 'plan.md']);
    expect((await call(admin, 'POST', `/datasets/${plans}/search`, { query: 'x' })).status).toBe(
      403,
    );
    expect((await call(admin, 'PATCH', `/datasets/${plans}`, { name: 'Kept' })).status).toBe(204);
  });

  test('what it keeps counts in the sums of the organization', async () => {
    expect(await readJson(await call(admin, 'GET', '/summary'))).toMatchObject({
      datasets: 2,
      documents: 2,
    });
    const usage = await call(admin, 'GET', `/organizations/${organizationId}/usage`);
    expect(await readJson(usage)).toMatchObject({ datasets: { used: 2 } });
  });

  test('taking access is recorded, and counts at once', async () => {
    expect((await call(admin, 'POST', `/datasets/${plans}/access/take`)).status).toBe(204);
    expect(await audited()).toEqual([admin.accountId]);
    expect(await found(admin)).toEqual(['engine.md', 'plan.md']);
    expect((await call(admin, 'POST', `/datasets/${plans}/access/take`)).status).toBe(204);
    expect(await audited()).toHaveLength(1);
  });

  test('an Admin who names himself has taken access', async () => {
    const json = { access: 'named', entries: [{ account_id: admin.accountId, role: 'Searcher' }] };
    expect((await call(admin, 'PUT', `/datasets/${plans}/access`, json)).status).toBe(204);
    expect(await audited()).toEqual([admin.accountId]);
    expect(await found(admin)).toEqual(['engine.md', 'plan.md']);
  });

  test('an Admin who is in a group has taken access once it is named, or once he joins it', async () => {
    const groups = `/organizations/${organizationId}/groups`;
    const json = { name: 'Board', account_ids: [admin.accountId] };
    const { id } = await readJson<{ id: string }>(await call(admin, 'POST', groups, json));
    const setAccess = (entries: object[]) =>
      call(admin, 'PUT', `/datasets/${plans}/access`, { access: 'named', entries });
    await setAccess([{ group_id: id, role: 'Searcher' }]);
    expect(await audited()).toEqual([admin.accountId]);
    expect(await found(admin)).toEqual(['engine.md', 'plan.md']);
    await call(admin, 'PATCH', `${groups}/${id}`, { account_ids: [] });
    expect(await found(admin)).toEqual(['engine.md']);
    await call(admin, 'PATCH', `${groups}/${id}`, { account_ids: [admin.accountId] });
    expect(await found(admin)).toEqual(['engine.md', 'plan.md']);
    expect(await audited()).toEqual([admin.accountId, admin.accountId]);
    await call(admin, 'PATCH', `${groups}/${id}`, { name: 'Council' });
    expect(await audited()).toHaveLength(2);
  });

  test('opening the dataset to everybody is a change of access like any other', async () => {
    await call(admin, 'PUT', `/datasets/${plans}/access`, { access: 'organization' });
    expect(await found(admin)).toEqual(['engine.md', 'plan.md']);
    expect(await audited()).toEqual([]);
  });

  test('a key reaches the dataset only where it was made for it by who sees it', async () => {
    const ofAll = await createApiKey(admin, organizationId, { scopes: ['search'] });
    expect(await foundBy(ofAll)).toEqual(['engine.md']);
    const limited = { name: 'Plans', scopes: ['search'], dataset_ids: [plans] };
    const keys = `/organizations/${organizationId}/api-keys`;
    expect((await call(admin, 'POST', keys, limited)).status).toBe(422);
    const made = await call(owner, 'POST', keys, limited);
    const { id, key } = await readJson<{ id: string; key: string }>(made);
    expect(await foundBy(key)).toEqual(['plan.md']);
    expect((await call(admin, 'POST', `${keys}/${id}/rotate`, {})).status).toBe(403);
  });

  test('a webhook sends nothing of it to an address of who does not see it', async () => {
    const all = `/organizations/${organizationId}/webhooks`;
    const input = { name: 'Plans', url: 'https://a.example.com/', events: ['document.ready'] };
    const made = await call(owner, 'POST', all, { ...input, dataset_ids: [plans] });
    const { id } = await readJson<{ id: string }>(made);
    const [noted] = await server.database.query<{ id: string }>(
      `INSERT INTO webhook_deliveries (organization_id, endpoint_id, type, subject, data)
       VALUES ($1, $2, 'document.ready', $3, jsonb_build_object('dataset_id', $3::uuid, 'path', 'plan.md'))
       RETURNING message_id AS id`,
      [organizationId, id, plans],
    );
    const change = async (who: Member, json: object) =>
      (await call(who, 'PATCH', `${all}/${id}`, json)).status;
    const url = 'https://b.example.com/';
    expect(await change(admin, { dataset_ids: null })).toBe(204);
    expect(await change(admin, { url })).toBe(403);
    await server.database.query(
      `UPDATE webhook_deliveries SET state = 'failed', ended_at = now() WHERE endpoint_id = $1`,
      [id],
    );
    expect(await change(admin, { url })).toBe(204);
    const again = `${all}/${id}/deliveries/${noted?.id ?? ''}/redeliver`;
    const recover = async (who: Member) => {
      const since = new Date(Date.now() - 60_000).toISOString();
      return readJson(await call(who, 'POST', `${all}/${id}/recover`, { since }));
    };
    expect((await call(admin, 'POST', again)).status).toBe(404);
    expect(await recover(admin)).toEqual({ count: 0 });
    expect(await recover(owner)).toEqual({ count: 1 });
    const listed = async (who: Member) => {
      const list = await call(who, 'GET', `${all}/${id}/deliveries`);
      return (await readJson<{ deliveries: unknown[] }>(list)).deliveries.length;
    };
    expect([await listed(admin), await listed(owner)]).toEqual([0, 1]);
    await server.database.query('DELETE FROM datasets WHERE id = $1', [plans]);
    expect([await listed(admin), await listed(owner)]).toEqual([0, 0]);
  });

  test('the activity names no archive of it', async () => {
    for (const dataset of [plans, open]) {
      const name = `${dataset === plans ? 'Plans' : 'Manuals'}.zip`;
      const [archive] = await server.database.query<{ id: string }>(
        `INSERT INTO archives (id, organization_id, dataset_id, name, size, sha256, sync, delete_orphans,
           purge_on_completion, status)
         VALUES (gen_random_uuid(), $1, $2, $3, 1, '', true, false, false, 'completed') RETURNING id`,
        [organizationId, dataset, name],
      );
      await server.database.query(
        `INSERT INTO audit_records (organization_id, action, object_type, object_id, object_name, details)
         VALUES ($1, 'archive.uploaded', 'archive', $2, $3, '{}')`,
        [organizationId, archive?.id, name],
      );
    }
    expect(await archivesNamed(admin)).toEqual(['Manuals.zip', null]);
    expect(await archivesNamed(owner)).toEqual(['Manuals.zip', 'Plans.zip']);
    await server.database.query('DELETE FROM archives WHERE dataset_id = $1', [plans]);
    await server.database.query('DELETE FROM datasets WHERE id = $1', [plans]);
    expect(await archivesNamed(admin)).toEqual(['Manuals.zip', null]);
  });

  test('a running key loses it when the setting is turned on', async () => {
    await keepFromAdmins(false);
    expect(await found(admin)).toEqual(['engine.md', 'plan.md']);
    await keepFromAdmins(true);
    expect(await found(admin)).toEqual(['engine.md']);
  });

  test('only an Owner changes the setting', async () => {
    expect((await keepFromAdmins(false, admin)).status).toBe(403);
    expect((await keepFromAdmins(false)).status).toBe(204);
    expect(await found(admin)).toEqual(['engine.md', 'plan.md']);
  });
});
