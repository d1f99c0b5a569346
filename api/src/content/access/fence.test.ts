import type { Access, SearchResponse } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  createAccessServer,
  type AccessFixture,
  type AccessServer,
} from '@carrel/testing/access-fixture.ts';
import { about, fencesOf } from '@carrel/testing/fence-fixture.ts';
import { createApiKey } from '@carrel/testing/api-key.ts';
import { readJson, type Member, type ServerFixture } from '@carrel/testing/server-fixture.ts';

type Fences = ReturnType<typeof fencesOf>;

let access: AccessServer;
let server: ServerFixture;
let owner: Member;
let viewer: Member;
let organizationId: string;
let fixture: AccessFixture;
let call: AccessFixture['call'];
let fence: Fences['fence'];
let fenced: Fences['fenced'];
let found: Fences['found'];

beforeAll(async () => {
  access = await createAccessServer();
  ({ server, owner } = access);
});
beforeEach(async () => {
  fixture = await access.create();
  ({ organizationId, viewer, call } = fixture);
  ({ fence, fenced, found } = fencesOf(fixture, owner));
});
afterAll(() => access.close());

const listed = async (who: Member, dataset: string) => {
  const list = await call(who, 'GET', `/datasets/${dataset}/documents?page=1&limit=100`);
  const { documents } = await readJson<{ documents: { id: string; path: string }[] }>(list);
  return documents;
};
const paths = async (who: Member, dataset: string) =>
  (await listed(who, dataset)).map(({ path }) => path);

describe('a document whose metadata names groups', () => {
  test('is found and listed by the people of one of them, and by those who see everything', async () => {
    const dataset = await fenced([
      about('open.md'),
      about('board.md', ['Board']),
      about('both.md', 'Board, Sales'),
      about('sales.md', ['SALES', 'Nobody knows']),
      about('unknown.md', ['Nobody knows']),
    ]);
    const board = await server.member(organizationId, 'Editor');
    const sales = await server.member(organizationId, 'Viewer');
    const admin = await server.member(organizationId, 'Admin');
    const both = await server.member(organizationId, 'Viewer');
    await fixture.createGroup('Board', [board, both]);
    await fixture.createGroup('Sales', [sales, both]);
    const all = ['board.md', 'both.md', 'open.md', 'sales.md', 'unknown.md'];
    const seen: [Member, string[]][] = [
      [viewer, ['open.md']],
      [board, ['board.md', 'both.md', 'open.md']],
      [sales, ['both.md', 'open.md', 'sales.md']],
      [both, ['board.md', 'both.md', 'open.md', 'sales.md']],
      [admin, all],
      [owner, all],
    ];
    for (const [who, expected] of seen) {
      expect(await found(who, dataset)).toEqual(expected);
      expect(await paths(who, dataset)).toEqual(expected);
    }
  });

  test.each<[string, unknown]>([
    ['an empty list', []],
    ['a number', 3],
    ['true', true],
    ['a text without a name', ' , '],
  ])('is for Managers alone where the field has %s', async (_, groups) => {
    const dataset = await fenced([about('none.md', groups)]);
    await fixture.createGroup('3', [viewer]);
    await fixture.createGroup('true', [viewer]);
    expect(await paths(viewer, dataset)).toEqual([]);
    expect(await paths(owner, dataset)).toEqual(['none.md']);
  });

  test('is not found by the rest of a name that was cut', async () => {
    const cut = `${'Somebody else, '.repeat(70).slice(0, 995)},Boar`;
    const dataset = await fenced([about('cut.md', cut.padEnd(1000, 'd'))]);
    await fixture.createGroup('Board', [viewer]);
    expect(await paths(viewer, dataset)).toEqual([]);
  });

  test('does not exist by its id, for reading and for writing', async () => {
    const dataset = await fenced([about('board.md', ['Board'])]);
    const editor = await server.member(organizationId, 'Editor');
    const [document] = await listed(owner, dataset);
    const base = `/datasets/${dataset}/documents`;
    const id = document?.id ?? '';
    for (const part of ['', '/chunks', '/text', '/content', '/history']) {
      const [theirs, nobodys] = await Promise.all([
        call(editor, 'GET', `${base}/${id}${part}`),
        call(editor, 'GET', `${base}/${crypto.randomUUID()}${part}`),
      ]);
      expect([part, theirs.status, await theirs.text()]).toEqual([part, 404, await nobodys.text()]);
    }
    const selection = { document_ids: [id] };
    const deleted = await call(editor, 'POST', `${base}/delete`, selection);
    expect(await deleted.json()).toMatchObject({ deleted: 0 });
    const edit = { documents: selection, set: { groups: 'Sales' } };
    const edited = await call(editor, 'PATCH', `${base}/metadata`, edit);
    expect(await edited.json()).toEqual({ changed: 0, skipped: 0 });
    expect(await paths(owner, dataset)).toEqual(['board.md']);
    const keys = await call(editor, 'GET', `${base}/metadata`);
    expect(await keys.json()).toMatchObject({ keys: [] });
    const download = await call(editor, 'POST', `${base}/download`, { selections: [selection] });
    expect(download.status).toBe(422);
  });

  test('leaves the sight of an Editor who names other groups, and comes back with theirs', async () => {
    const dataset = await fenced([about('board.md', ['Board'])]);
    const editor = await server.member(organizationId, 'Editor');
    await fixture.createGroup('Board', [editor]);
    const edit = async (who: Member, change: object) => {
      const body = { documents: { all: true }, ...change };
      return (await call(who, 'PATCH', `/datasets/${dataset}/documents/metadata`, body)).json();
    };
    expect(await edit(editor, { set: { groups: ['Sales'] } })).toEqual({ changed: 1, skipped: 0 });
    expect(await paths(editor, dataset)).toEqual([]);
    await edit(owner, { reset: ['groups'] });
    expect(await paths(editor, dataset)).toEqual(['board.md']);
    await edit(owner, { remove: ['groups'] });
    expect(await paths(viewer, dataset)).toEqual(['board.md']);
  });
});

test.each<[unknown, boolean]>([
  [['Board'], true],
  ['board', true],
  [' Legal ,\tBOARD\u00a0', true],
  [['Legal', 'boards', 'boar'], false],
  [['Sales, EMEA'], true],
  ['Sales, EMEA', false],
  ['Ärzte', true],
  [['board\u001flegal', '\u001f', ''], false],
  [{ board: true }, false],
  [[['board']], false],
  [null, false],
])('the value %j names one of the groups: %s', async (value, isNamed) => {
  const [row] = await server.database.query<{ named: boolean }>(
    'SELECT names_a_group($1::jsonb, $2) AS named',
    [JSON.stringify(value), '\x1d\x1fBoard\x1fboard\x1fSales, EMEA\x1fsales, emea\x1fÄrzte\x1f'],
  );
  expect(row?.named).toBe(isNamed);
});

describe('a fence', () => {
  test('stands in front of nobody who manages the dataset, nor of API keys', async () => {
    const dataset = await fenced([about('board.md', ['Board'])]);
    const reader = await server.member(organizationId, 'Editor');
    const entries = [
      { account_id: viewer.accountId, role: 'Manager' },
      { account_id: reader.accountId, role: 'Editor' },
    ];
    await fence(dataset, { access: 'named', entries });
    expect(await found(viewer, dataset)).toEqual(['board.md']);
    expect(await found(reader, dataset)).toEqual([]);
    const key = await createApiKey(owner, organizationId);
    const response = await server.visitor().call('POST', `/datasets/${dataset}/search`, {
      json: { query: 'turbine' },
      headers: { Authorization: `Bearer ${key}` },
    });
    expect((await readJson<SearchResponse>(response)).results).toHaveLength(1);
  });

  test('follows groups at once, also those of a directory', async () => {
    const dataset = await fenced([about('board.md', ['board']), about('crew.md', 'Ingénieurs')]);
    const group = await fixture.createGroup('Board', []);
    expect(await found(viewer, dataset)).toEqual([]);
    const path = `/organizations/${organizationId}/groups/${group}`;
    await owner.call('PATCH', path, { json: { account_ids: [viewer.accountId] } });
    expect(await found(viewer, dataset)).toEqual(['board.md']);
    await owner.call('PATCH', path, { json: { name: 'Directors' } });
    expect(await found(viewer, dataset)).toEqual([]);
    await server.database.query(
      `WITH g AS (INSERT INTO scim_groups (organization_id, display_name, display_name_key)
           VALUES ($1, 'INGÉNIEURS', 'ingénieurs') RETURNING id),
         u AS (INSERT INTO scim_users (organization_id, user_name, user_name_key, active, account_id)
           VALUES ($1, 'ada', 'ada', true, $2) RETURNING id)
       INSERT INTO scim_group_members (organization_id, group_id, user_id) SELECT $1, g.id, u.id FROM g, u`,
      [organizationId, viewer.accountId],
    );
    expect(await found(viewer, dataset)).toEqual(['crew.md']);
    await server.database.query('UPDATE scim_users SET active = false WHERE organization_id = $1', [
      organizationId,
    ]);
    expect(await found(viewer, dataset)).toEqual([]);
  });

  test('is set, read and taken away with the access of its dataset', async () => {
    const dataset = await fenced([about('board.md', ['Board'])]);
    const read = async () =>
      readJson<Access>(await call(viewer, 'GET', `/datasets/${dataset}/access`));
    expect(await read()).toMatchObject({ access: 'organization', fence: 'groups' });
    const audit = `/organizations/${organizationId}/audit?action=dataset.access_changed`;
    const { records } = await readJson<{ records: { details: unknown }[] }>(
      await owner.call('GET', audit),
    );
    expect(records[0]?.details).toMatchObject({ fence: 'groups' });
    await fence(dataset, { fence: null });
    expect(await read()).toMatchObject({ fence: null });
    expect(await found(viewer, dataset)).toEqual(['board.md']);
  });

  test('has the name of a field, and is of a dataset', async () => {
    const dataset = await fenced([]);
    for (const name of ['', ' groups', '__proto__', 'x'.repeat(65), 3]) {
      const json = { access: 'organization', fence: name };
      const response = await call(owner, 'PUT', `/datasets/${dataset}/access`, json);
      expect([name, response.status]).toEqual([name, 422]);
    }
    const created = await call(owner, 'POST', '/workspaces', { name: 'Research' });
    const { id } = await readJson<{ id: string }>(created);
    const json = { access: 'organization', fence: 'groups' };
    expect((await call(owner, 'PUT', `/workspaces/${id}/access`, json)).status).toBe(204);
    const settings = await readJson<Access>(await call(owner, 'GET', `/workspaces/${id}/access`));
    expect(settings.fence).toBeNull();
  });

  test('stands in front of streams that are open', async () => {
    const dataset = await fixture.seed('Fenced', [about('board.md', ['Board'])]);
    const [document] = await listed(owner, dataset);
    const { body } = await viewer.call(
      'GET',
      `/datasets/${dataset}/events?organization_id=${organizationId}`,
    );
    const reader = (body ?? new ReadableStream<Uint8Array>()).getReader();
    const next = async (part: string) => {
      for (;;) {
        const { done, value } = await reader.read();
        const text = new TextDecoder().decode(value);
        if (done || text.includes(part)) return text;
      }
    };
    const change = () =>
      server.database.tenant(organizationId, (tx) =>
        tx.query('CALL note_change($1, $2::uuid[], false, false)', [dataset, [document?.id]]),
      );
    await next('event: change');
    await change();
    expect(await next('event: change')).toContain('board.md');
    await fence(dataset);
    expect(await next('"reload":true')).not.toContain('board.md');
    await change();
    expect(await next('event: change')).toContain('"documents":[]');
    await reader.cancel();
  });
});
