import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import {
  createServerFixture,
  PASSWORD,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

let fixture: ServerFixture;
let count = 0;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

const newAddress = () => `recipient-${(count += 1)}@example.com`;

async function inviter(organizationId: string, member: Member) {
  const role_id = await fixture.roleId(organizationId, 'Viewer');
  return (address: string) =>
    member.call('POST', `/organizations/${organizationId}/members`, {
      json: { email_address: address, role_id },
    });
}

const countOf = (statuses: readonly number[], status: number) =>
  statuses.filter((other) => other === status).length;

const mailsTo = async (address: string) =>
  (await fixture.mails()).filter(({ to }) => to === address).length;

describe('S6: invitations', () => {
  test('of one account are limited to 50 an hour, also at the same time', async () => {
    const owner = await fixture.person();
    const invite = await inviter(await fixture.organization(owner), owner);
    const responses = await Promise.all(
      Array.from({ length: hardCount(60, 1000) }, () => invite(newAddress())),
    );
    const statuses = responses.map(({ status }) => status);
    expect(countOf(statuses, 201)).toBe(50);
    expect(countOf(statuses, 429)).toBe(statuses.length - 50);
    const refused = responses.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(3000);
    expect((await readJson<{ message: string }>(refused ?? new Response())).message).toBe(
      'You have sent too many invitations. Please try again in an hour.',
    );
    expect(await fixture.mails()).toHaveLength(50);
  });

  test('of one organization are limited to 200 a day, from any of its members', async () => {
    const id = await fixture.organization(await fixture.person());
    const statuses: number[] = [];
    for (let admin = 0; admin < 5; admin += 1) {
      const invite = await inviter(id, await fixture.member(id, 'Admin'));
      for (let sent = 0; sent < 45; sent += 1) statuses.push((await invite(newAddress())).status);
    }
    expect([countOf(statuses, 201), countOf(statuses, 429)]).toEqual([200, 25]);
  });

  test('to one person are limited to 5 a day across organizations, sent again included', async () => {
    const address = newAddress();
    const statuses: number[] = [];
    await fixture.mails();
    for (let organization = 0; organization < 4; organization += 1) {
      const owner = await fixture.person();
      const invite = await inviter(await fixture.organization(owner), owner);
      statuses.push((await invite(address)).status, (await invite(address.toUpperCase())).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
    const owner = await fixture.person();
    const id = await fixture.organization(owner);
    const [invitation] = await fixture.database.query<{ id: string }>(
      `INSERT INTO invitations (organization_id, address, address_key, role_id, renewed_at)
       VALUES ($1, $2, $2, $3, now() - interval '1 hour') RETURNING id`,
      [id, address, await fixture.roleId(id, 'Viewer')],
    );
    const path = `/organizations/${id}/invitations/${invitation?.id ?? ''}/resend`;
    expect((await owner.call('POST', path)).status).toBe(429);
  });
});

const reset = (address: string, from: string) =>
  fixture.visitor().call('POST', '/accounts/reset-password', {
    json: { email_address: address },
    headers: { 'X-Forwarded-For': from },
  });

describe('S6: messages that anyone can request', () => {
  test('resets to one address: 5 an hour from one network, 20 from all; the response is the same', async () => {
    const { address } = await fixture.person();
    await fixture.mails();
    for (let sent = 0; sent < hardCount(20, 1000); sent += 1) {
      expect((await reset(address, '192.0.2.1')).status).toBe(204);
    }
    expect(await mailsTo(address)).toBe(5);
    for (let network = 2; network < 40; network += 1) {
      expect((await reset(address, `192.0.2.${network}`)).status).toBe(204);
      expect((await reset(newAddress(), `192.0.2.${network}`)).status).toBe(204);
    }
    expect(await mailsTo(address)).toBe(15);
  });

  test('registrations of one address', async () => {
    const address = newAddress();
    for (let sent = 0; sent < 8; sent += 1) {
      const { status } = await fixture.visitor().call('POST', '/accounts/register', {
        json: { first_name: 'A', last_name: 'B', email_address: address, password: PASSWORD },
        headers: { 'X-Forwarded-For': '203.0.113.1' },
      });
      expect(status).toBe(201);
    }
    expect(await mailsTo(address)).toBe(5);
  });

  test('additions of one address to accounts', async () => {
    const address = newAddress();
    const statuses: number[] = [];
    const people: Member[] = [];
    while (people.length < 8) people.push(await fixture.person());
    for (const person of people) {
      const added = await person.call('POST', '/accounts/emails', {
        json: { email_address: address },
      });
      statuses.push(added.status);
    }
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(await mailsTo(address)).toBe(5);
  });
});
