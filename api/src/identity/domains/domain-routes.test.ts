import { randomUUID } from 'node:crypto';

import { DOMAINS_MAX, type OrganizationDomain } from '@carrel/shared/contract/sign-in';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import { startNameServer, type NameServer } from '@carrel/testing/sso/name-server.ts';

let dns: NameServer;
let server: ServerFixture;
let owner: Member;
let organizationId: string;
let all: string;

beforeAll(async () => {
  dns = await startNameServer();
  server = await createServerFixture({ settings: { dnsServers: [dns.address] } });
  owner = await server.person();
  organizationId = await server.organization(owner, 'Firm');
  all = `/organizations/${organizationId}/domains`;
});
afterAll(async () => {
  await server.close();
  dns.close();
});
beforeEach(async () => {
  await server.database.query('DELETE FROM organization_domains');
  dns.records.clear();
});

const add = (domain: string) => owner.call('POST', all, { json: { domain } });
const added = async (domain: string) => readJson<OrganizationDomain>(await add(domain));
const verify = (id: string, json: object = {}) =>
  owner.call('POST', `${all}/${id}/verify`, { json });
const messageOf = async (response: Response) =>
  (await readJson<{ message: string }>(response)).message;

test('a domain is verified by the TXT record that it is shown with', async () => {
  const domain = await added('firm.example');
  expect(domain).toMatchObject({
    domain: 'firm.example',
    record_name: '_carrel.firm.example',
    record_value: expect.stringMatching(/^carrel-verification=[\w-]{43}$/) as string,
    verified_at: null,
  });
  const early = await verify(domain.id);
  expect(early.status).toBe(409);
  expect(await messageOf(early)).toContain('The TXT record of _carrel.firm.example was not found');

  dns.records.set(domain.record_name, `${domain.record_value}x`);
  expect((await verify(domain.id)).status).toBe(409);
  dns.records.set(domain.record_name, domain.record_value);
  const verified = await readJson<OrganizationDomain>(await verify(domain.id));
  expect(verified).toMatchObject({ verified_by: 'dns', id: domain.id });
  const { domains } = await readJson<{ domains: OrganizationDomain[] }>(
    await owner.call('GET', all),
  );
  expect(domains).toEqual([verified]);
});

test.each([
  ['  Firm.EXAMPLE ', 'firm.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['ada@firm.example', 'firm.example'],
])('%s is the domain %s', async (typed, domain) => {
  expect((await added(typed)).domain).toBe(domain);
});

test.each([
  '',
  'example',
  'localhost',
  '10.0.0.1',
  '0x7f.1',
  '[::1]',
  'firm.example:80',
  'firm.example:8080',
  'a b.example',
  'a\tb.example',
  '-x.example',
  'a_b.example',
  'firm.example.',
  'firm..example',
  'firm.example/../b',
  'firm.example/',
  'firm.example?x',
  'firm.example#x',
  '%66irm.example',
  'a@b@firm.example',
  'http://firm.example',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(150)}example`,
])('"%s" is no domain', async (typed) => {
  const refused = await add(typed);
  expect(refused.status).toBe(422);
  expect(await messageOf(refused)).toBe('Enter a domain such as example.com');
});

test('a domain where anybody gets an address is refused', async () => {
  const refused = await add('gmail.com');
  expect(refused.status).toBe(422);
  expect(await messageOf(refused)).toContain('Anybody can have an address of gmail.com.');
});

test.each(['com', 'co.uk', 'CO.UK', 'github.io', 'blogspot.com', 's3.amazonaws.com', '公司.cn'])(
  'the public suffix %s is refused',
  async (suffix) => {
    const refused = await add(suffix);
    expect(refused.status).toBe(422);
    expect(await messageOf(refused)).toMatch(/^(?:Others register domains below|Enter a domain)/);
    const own = await add(`carrel.${suffix}`);
    expect([own.status, suffix]).toEqual([201, suffix]);
  },
);

test('a public suffix that was added before is not verified', async () => {
  const [row] = await server.database.query<{ id: string }>(
    `INSERT INTO organization_domains (organization_id, domain, token)
     VALUES ($1, 'github.io', 'token') RETURNING id`,
    [organizationId],
  );
  dns.records.set('_carrel.github.io', 'carrel-verification=token');
  expect((await verify(row?.id ?? '')).status).toBe(422);
});

test('a domain is verified for one organization only', async () => {
  const other = await server.person();
  const others = `/organizations/${await server.organization(other)}/domains`;
  const theirs = await readJson<OrganizationDomain>(
    await other.call('POST', others, { json: { domain: 'firm.example' } }),
  );
  const mine = await added('firm.example');
  dns.records.set(mine.record_name, mine.record_value);
  expect((await verify(mine.id)).status).toBe(200);
  dns.records.set(theirs.record_name, theirs.record_value);
  const refused = await other.call('POST', `${others}/${theirs.id}/verify`, { json: {} });
  expect(refused.status).toBe(409);
  expect(await messageOf(refused)).toBe(
    'The domain firm.example is verified by another organization.',
  );
});

test('an organization has a domain once, and a number of them at most', async () => {
  await added('firm.example');
  expect(await messageOf(await add('firm.example'))).toBe(
    'The domain firm.example was added already.',
  );
  for (let count = 1; count < DOMAINS_MAX; count += 1) await add(`firm-${count}.example`);
  const refused = await add('one-more.example');
  expect(refused.status).toBe(409);
  expect(await messageOf(refused)).toContain(`at most ${DOMAINS_MAX} domains`);
});

test('a code that was mailed to postmaster verifies a domain once', async () => {
  const { id } = await added('firm.example');
  await server.mails();
  expect((await owner.call('POST', `${all}/${id}/mail`)).status).toBe(204);
  const [mail] = await server.mails();
  expect(mail?.to).toBe('postmaster@firm.example');
  const [code = ''] = /[A-Z]{5}-[A-Z]{5}/.exec(mail?.subject ?? '') ?? [];
  const wrong = await verify(id, { code: 'BBBBB-BBBBB' });
  expect(wrong.status).toBe(422);
  expect(await messageOf(wrong)).toBe('This code is wrong or has expired');
  const verified = await readJson<OrganizationDomain>(
    await verify(id, { code: ` ${code.toLowerCase().replace('-', ' ')} ` }),
  );
  expect(verified.verified_by).toBe('mail');
  expect((await owner.call('POST', `${all}/${id}/mail`)).status).toBe(409);
});

test('codes are sent and guessed a few times only', async () => {
  const { id } = await added('other.example');
  const sent = [];
  for (let count = 1; count <= 6; count += 1) {
    sent.push((await owner.call('POST', `${all}/${id}/mail`)).status);
  }
  expect(sent).toEqual([204, 204, 204, 204, 204, 429]);
  const guesses = [];
  for (let count = 1; count <= 11; count += 1) {
    guesses.push((await verify(id, { code: 'BBBBB-BBBBB' })).status);
  }
  expect(guesses).toEqual([...Array<number>(10).fill(422), 429]);
});

test('a code of another domain, and one of an hour ago, verify nothing', async () => {
  const { id } = await added('firm.example');
  const other = await added('other2.example');
  await server.mails();
  await owner.call('POST', `${all}/${id}/mail`);
  const [mail] = await server.mails();
  const [code = ''] = /[A-Z]{5}-[A-Z]{5}/.exec(mail?.subject ?? '') ?? [];
  expect((await verify(other.id, { code })).status).toBe(422);
  await server.database.query(`UPDATE domain_codes SET expires_at = now() - interval '1 second'`);
  expect((await verify(id, { code })).status).toBe(422);
});

test('a verified domain is removed by who authenticated a short time ago', async () => {
  const domain = await added('firm.example');
  dns.records.set(domain.record_name, domain.record_value);
  await verify(domain.id);
  await server.database.query('UPDATE sessions SET authenticated_at = to_timestamp(0)');
  expect((await owner.call('DELETE', `${all}/${domain.id}`)).status).toBe(403);
  await server.database.query('UPDATE sessions SET authenticated_at = now()');
  expect((await owner.call('DELETE', `${all}/${domain.id}`)).status).toBe(204);
  expect((await owner.call('DELETE', `${all}/${domain.id}`)).status).toBe(404);
  expect((await verify(randomUUID())).status).toBe(404);
});

test('DNS that does not respond is told apart from a record that is absent', async () => {
  const away = await startNameServer();
  away.close();
  const strict = await createServerFixture({ settings: { dnsServers: [away.address] } });
  try {
    const person = await strict.person();
    const path = `/organizations/${await strict.organization(person)}/domains`;
    const { id } = await readJson<OrganizationDomain>(
      await person.call('POST', path, { json: { domain: 'firm.example' } }),
    );
    const refused = await person.call('POST', `${path}/${id}/verify`, { json: {} });
    expect(refused.status).toBe(503);
    expect(await messageOf(refused)).toContain('DNS could not be reached.');
  } finally {
    await strict.close();
  }
});
