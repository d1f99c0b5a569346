import { auditPageSchema, type AuditPage } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  createServerFixture,
  tokenOf,
  type Member,
  type ServerFixture,
  type Visitor,
} from '@carrel/testing/server-fixture.ts';

let fixture: ServerFixture;
let owner: Member;
let id: string;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

beforeEach(async () => {
  owner = await fixture.person();
  id = await fixture.organization(owner, 'Engines');
});

async function read(query = '', visitor: Visitor = owner): Promise<AuditPage> {
  const response = await visitor.call('GET', `/organizations/${id}/audit${query}`);
  return parse(auditPageSchema, await response.json());
}

const names = async (query: string) => (await read(query)).records.map(({ object }) => object.name);

const actions = async (query = '') => (await read(query)).records.map(({ action }) => action);

const createWorkspace = (visitor: Visitor, name: string) =>
  visitor.call('POST', '/workspaces', { organizationId: id, json: { name } });

async function invite(address: string): Promise<void> {
  const role_id = await fixture.roleId(id, 'Editor');
  const json = { email_address: address, role_id };
  await owner.call('POST', `/organizations/${id}/members`, { json });
}

describe('the activity of an organization', () => {
  test('lists actor, action, object, time and address, newest first', async () => {
    await invite('bob@example.com');
    const { records } = await read();
    expect(records[0]).toMatchObject({
      action: 'member.invited',
      actor: { id: owner.accountId, first_name: 'Ada', last_name: 'Byron' },
      object: { type: 'invitation', name: 'bob@example.com' },
      details: { role: 'Editor' },
      ip: '127.0.0.1',
    });
    expect(records.map(({ action }) => action)).toEqual(['member.invited', 'organization.created']);
    expect(Date.now() - Date.parse(records[0]?.created_at ?? '')).toBeLessThan(60_000);
  });

  test('lists the role that a new person joined in', async () => {
    await invite('new@example.com');
    const invitation_token = tokenOf((await fixture.mails()).at(-1));
    await fixture.visitor().call('POST', '/accounts/accept-invitation', {
      json: {
        first_name: 'Grace',
        last_name: 'Hopper',
        password: 'correct horse battery',
        invitation_token,
      },
    });
    expect((await read()).records[0]).toMatchObject({
      action: 'invitation.accepted',
      actor: { first_name: 'Grace' },
      object: { name: 'Grace Hopper' },
      details: { role: 'Editor' },
    });
  });

  test('keeps the name that an object had at the time of the action', async () => {
    const created = await createWorkspace(owner, 'Research');
    const { id: workspaceId } = (await created.json()) as { id: string };
    const path = `/workspaces/${workspaceId}`;
    await owner.call('PATCH', path, { organizationId: id, json: { name: 'Reading' } });
    await owner.call('DELETE', path, { organizationId: id });
    expect((await read()).records.slice(0, 3).map(({ object }) => object.name)).toEqual([
      'Reading',
      'Reading',
      'Research',
    ]);
  });

  test('names the dataset that was attached or uploaded to', async () => {
    const create = async (path: string, name: string) => {
      const response = await owner.call('POST', path, { organizationId: id, json: { name } });
      return ((await response.json()) as { id: string }).id;
    };
    const [workspace, dataset] = [await create('/workspaces', 'W'), await create('/datasets', 'D')];
    await owner.call('PUT', `/workspaces/${workspace}/datasets/${dataset}`, { organizationId: id });
    await owner.call('DELETE', `/datasets/${dataset}`, { organizationId: id });
    expect((await read('?action=dataset.attached')).records[0]).toMatchObject({
      object: { type: 'workspace', name: 'W' },
      details: { dataset: 'D' },
    });
  });

  test('shows former members by name until their account is deleted', async () => {
    const editor = await fixture.member(id, 'Editor');
    await createWorkspace(editor, 'Theirs');
    await owner.call('DELETE', `/organizations/${id}/members/${editor.accountId}`);
    const [removal, creation] = (await read()).records;
    expect(removal).toMatchObject({ action: 'member.removed', object: { name: 'Ada Byron' } });
    expect(creation?.actor?.id).toBe(editor.accountId);

    await editor.call('DELETE', `/accounts/${editor.accountId}`);
    const [after, before] = (await read()).records;
    expect(after?.object).toEqual({ type: 'account', id: editor.accountId, name: null });
    expect(before?.actor).toBeNull();
  });

  test('lists that a member left by deleting the account', async () => {
    const editor = await fixture.member(id, 'Editor');
    await editor.call('DELETE', `/accounts/${editor.accountId}`);
    expect(await actions()).toContain('member.left');
  });
});

describe('the filters of the activity', () => {
  test('are person, action and day, alone and combined', async () => {
    const editor = await fixture.member(id, 'Editor');
    await createWorkspace(owner, 'One');
    await createWorkspace(editor, 'Two');
    const today = new Date().toISOString().slice(0, 10);
    expect(await names(`?person=${editor.accountId}`)).toEqual(['Two']);
    expect(await names('?action=workspace.created')).toEqual(['Two', 'One']);
    expect(await names(`?day=${today}&action=workspace.created`)).toEqual(['Two', 'One']);
    expect(await names('?day=2020-02-29')).toEqual([]);
    expect(await names(`?person=${owner.accountId}&action=workspace.created&day=${today}`)).toEqual(
      ['One'],
    );
  });

  test('a day is one of the reader’s time zone', async () => {
    await fixture.database.query(
      `UPDATE audit_records SET created_at = '2026-03-01T01:30:00Z' WHERE organization_id = $1`,
      [id],
    );
    expect(await actions('?day=2026-03-01')).toEqual(['organization.created']);
    expect(await actions('?day=2026-02-28&offset=120')).toEqual(['organization.created']);
    expect(await actions('?day=2026-03-01&offset=120')).toEqual([]);
    expect(await actions('?day=2026-03-01&offset=-60')).toEqual(['organization.created']);
  });

  test.each([
    'person=ada',
    'day=yesterday',
    'day=2026-02-31x',
    'day=2026-13-01',
    'offset=x',
    'offset=99999',
    'limit=0',
    'limit=1000',
    'cursor=abc',
    'cursor=99999999999999999999',
  ])('refuse %s', async (query) => {
    const response = await owner.call('GET', `/organizations/${id}/audit?${query}`);
    expect(response.status).toBe(422);
  });
});

describe('the pages of the activity', () => {
  test('follow each other without gaps or duplicates while records are added', async () => {
    for (const name of ['1', '2', '3', '4']) await createWorkspace(owner, name);
    const first = await read('?limit=2');
    await createWorkspace(owner, '5');
    const second = await read(`?limit=2&cursor=${first.next_cursor}`);
    const third = await read(`?limit=2&cursor=${second.next_cursor}`);
    const pages = [first, second, third].map(({ records }) =>
      records.map(({ object }) => object.name),
    );
    expect(pages).toEqual([['4', '3'], ['2', '1'], ['Engines']]);
    expect(third.next_cursor).toBeUndefined();
  });
});

test('records of another organization, and of accounts themselves, do not show', async () => {
  const outsider = await fixture.person();
  const other = await fixture.organization(outsider, 'Looms');
  await outsider.call('POST', '/workspaces', { organizationId: other, json: { name: 'Secret' } });
  expect(await actions()).toEqual(['organization.created']);
  expect(await actions(`?person=${outsider.accountId}`)).toEqual([]);
});

test('T2: row-level security alone shows no record and no name of another organization', async () => {
  const outsider = await fixture.person();
  const other = await fixture.organization(outsider, 'Looms');
  const created = await outsider.call('POST', '/workspaces', {
    organizationId: other,
    json: { name: 'Secret' },
  });
  const { id: secret } = (await created.json()) as { id: string };
  const [seen] = await fixture.database.tenant(id, (tx) =>
    tx.query(
      `SELECT audit_name('workspace', $1) AS name, audit_name('organization', $2) AS organization,
         (SELECT count(*) FROM audit_records WHERE organization_id = $2) AS records,
         (SELECT count(*) FROM accounts WHERE id = $3) AS people`,
      [secret, other, outsider.accountId],
    ),
  );
  expect(seen).toEqual({ name: null, organization: null, records: 0, people: 0 });
});
