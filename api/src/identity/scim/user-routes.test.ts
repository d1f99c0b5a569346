import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createDirectory, patch, type Directory } from '@carrel/testing/scim/directory.ts';
import { createServerFixture, type ServerFixture } from '@carrel/testing/server-fixture.ts';

let server: ServerFixture;
let directory: Directory;

beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());
beforeEach(async () => {
  directory = await createDirectory(server);
});

const byNumber = (one: number, other: number) => one - other;
const filtered = async (filter: string, path = '/Users') =>
  directory.call('GET', `${path}?filter=${encodeURIComponent(filter)}`);
const found = async (filter: string) =>
  (await filtered(filter)).body.Resources.map(({ userName }) => userName);

test('a user is created, read, replaced and deleted', async () => {
  const created = await directory.call('POST', '/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `Bjensen@${directory.domain}`,
    externalId: '701984',
    name: { givenName: 'Barbara', familyName: 'Jensen' },
    emails: [{ value: `bjensen@${directory.domain}`, type: 'work', primary: true }],
    password: 'secret password',
    phoneNumbers: [{ value: '555' }],
  });
  expect(created.status).toBe(201);
  expect(created.headers.get('Content-Type')).toBe('application/scim+json');
  expect(created.headers.get('Location')).toBe(created.body.meta.location);
  expect(created.headers.get('ETag')).toBe('W/"1"');
  expect(created.body).toMatchObject({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `Bjensen@${directory.domain}`,
    externalId: '701984',
    active: true,
    name: { givenName: 'Barbara', familyName: 'Jensen' },
    meta: { resourceType: 'User', version: 'W/"1"' },
  });
  expect(JSON.stringify(created.body)).not.toMatch(/password|phoneNumbers/);
  const path = `/Users/${created.body.id}`;
  expect(created.body.meta.location).toMatch(new RegExp(`/scim/v2${path}$`));
  expect((await directory.call('GET', path)).body).toEqual(created.body);

  const replaced = await directory.call('PUT', path, { userName: 'barbara', displayName: 'Babs' });
  expect(replaced.body).toMatchObject({ userName: 'barbara', displayName: 'Babs', emails: [] });
  expect(replaced.body.name).toBeUndefined();
  expect(replaced.body.externalId).toBeUndefined();

  expect((await directory.call('DELETE', path)).status).toBe(204);
  for (const method of ['GET', 'DELETE']) {
    const gone = await directory.call(method, path);
    expect(gone.status).toBe(404);
    expect(gone.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '404',
    });
  }
});

test('a userName is one user, in any case', async () => {
  await directory.user('ada');
  const again = await directory.call('POST', '/Users', { userName: 'ADA' });
  expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness']);
  const other = await directory.user('grace');
  const renamed = await directory.call('PATCH', `/Users/${other}`, {
    Operations: [{ op: 'replace', path: 'userName', value: 'Ada' }],
  });
  expect([renamed.status, renamed.body.scimType]).toEqual([409, 'uniqueness']);
});

test('of two creates of one userName at the same time, one is refused', async () => {
  const responses = await Promise.all(
    ['twin', 'TWIN', 'Twin'].map((userName) => directory.call('POST', '/Users', { userName })),
  );
  expect(responses.map(({ status }) => status).toSorted(byNumber)).toEqual([201, 409, 409]);
});

test('users are found by eq, and, or; names in any case, externalId exactly', async () => {
  await directory.user('ada', {
    externalId: 'A1',
    displayName: 'Ada B',
    emails: [{ value: 'a@b.example', type: 'home' }],
  });
  await directory.user('grace', {
    externalId: 'a1',
    emails: [{ value: 'G@b.example', type: 'work' }],
  });
  expect(await found('userName eq "ADA"')).toEqual(['ada']);
  expect(await found('USERNAME Eq "ada"')).toEqual(['ada']);
  expect(await found('externalId eq "A1"')).toEqual(['ada']);
  expect(await found('emails.value eq "g@B.example"')).toEqual(['grace']);
  expect(await found('emails eq "a@b.example"')).toEqual(['ada']);
  expect(await found('emails[type eq "work"].value eq "g@b.example"')).toEqual(['grace']);
  expect(await found('emails[type eq "work"].value eq "a@b.example"')).toEqual([]);
  expect(await found('displayName eq "ADA b"')).toEqual(['ada']);
  expect(await found('urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ada"')).toEqual([
    'ada',
  ]);
  expect(await found('userName eq "ada" or userName eq "grace"')).toEqual(['ada', 'grace']);
  expect(await found('userName eq "ada" and externalId eq "a1"')).toEqual([]);
  expect(await found('(userName eq "ada" or userName eq "x") and active eq true')).toEqual(['ada']);
  expect(await found('userName eq "nobody"')).toEqual([]);
  expect(await found(`userName eq "a\\"d' OR 1=1 --"`)).toEqual([]);
});

test.each([
  'userName',
  'userName eq',
  'userName eq ada',
  'userName eq "\\u0000"',
  'userName co "a"',
  'userName eq "a',
  'userName eq "a" and',
  '(userName eq "a"',
  'title eq "x"',
  'not (userName eq "a")',
  'emails[value eq "x"].value eq "x"',
  '__proto__ eq "x"',
  `${'('.repeat(50)}userName eq "a"${')'.repeat(50)}`,
  Array.from({ length: 51 }, () => 'id eq "a"').join(' or '),
])('the filter %s is refused', async (filter) => {
  const refused = await filtered(filter);
  expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidFilter']);
});

test('lists have pages', async () => {
  for (const name of ['a', 'b', 'c']) await directory.user(name);
  const page = async (query: string) => (await directory.call('GET', `/Users?${query}`)).body;
  expect(await page('startIndex=2&count=1')).toMatchObject({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: 3,
    startIndex: 2,
    itemsPerPage: 1,
    Resources: [{ userName: 'b' }],
  });
  expect(await page('count=0')).toMatchObject({ totalResults: 3, itemsPerPage: 0, Resources: [] });
  expect(await page('count=-1&startIndex=-5')).toMatchObject({ startIndex: 1, Resources: [] });
  expect((await page('count=100000&sortBy=userName')).itemsPerPage).toBe(3);
  expect((await page('startIndex=4')).Resources).toEqual([]);
  const wrong = await directory.call('GET', '/Users?count=many');
  expect([wrong.status, wrong.body.scimType]).toEqual([400, 'invalidValue']);
  const search = await directory.call('POST', '/Users/.search', {
    filter: 'userName eq "c"',
    attributes: ['userName'],
  });
  expect(search.body.Resources).toEqual([
    { schemas: expect.any(Array) as unknown, id: expect.any(String) as unknown, userName: 'c' },
  ]);
});

test('a client chooses attributes', async () => {
  const id = await directory.user('ada', { name: { givenName: 'Ada', familyName: 'B' } });
  const keys = async (query: string) =>
    Object.keys((await directory.call('GET', `/Users/${id}?${query}`)).body).sort();
  expect(await keys('attributes=userName,name.familyName')).toEqual([
    'id',
    'name',
    'schemas',
    'userName',
  ]);
  expect(await keys('excludedAttributes=emails,meta,name')).toEqual([
    'active',
    'id',
    'schemas',
    'userName',
  ]);
  const { body } = await directory.call('GET', `/Users/${id}?attributes=name.familyName`);
  expect(body.name).toEqual({ familyName: 'B' });
});

test('a version that was changed meanwhile is not overwritten', async () => {
  const id = await directory.user('ada');
  const rename = (displayName: string, tag: string) =>
    directory.call('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { displayName } }), {
      'If-Match': tag,
    });
  expect((await rename('one', 'W/"1"')).headers.get('ETag')).toBe('W/"2"');
  expect((await rename('two', 'W/"1"')).status).toBe(412);
  expect((await rename('two', '"2"')).body.meta.version).toBe('W/"3"');
  expect((await rename('two', '*')).body.meta.version).toBe('W/"3"');
  const known = await directory.call('GET', `/Users/${id}`, undefined, {
    'If-None-Match': 'W/"3"',
  });
  expect(known.status).toBe(304);
  const stale = await directory.call('DELETE', `/Users/${id}`, undefined, { 'If-Match': 'W/"1"' });
  expect(stale.status).toBe(412);
});

test('users of other organizations are as absent as unknown ones', async () => {
  const other = await createDirectory(server);
  const foreign = await other.user('ada');
  for (const id of [foreign, randomUUID(), 'x', `${foreign}'`]) {
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { userName: 'eve' }],
      ['PATCH', patch({ op: 'replace', path: 'userName', value: 'eve' })],
      ['DELETE', undefined],
    ] as const) {
      const response = await directory.call(method, `/Users/${encodeURIComponent(id)}`, body);
      expect([response.status, response.body.detail]).toEqual([404, 'This user was not found.']);
    }
  }
  expect((await directory.call('GET', '/Users')).body.totalResults).toBe(0);
  expect((await other.call('GET', `/Users/${foreign}`)).body.userName).toBe('ada');
});
