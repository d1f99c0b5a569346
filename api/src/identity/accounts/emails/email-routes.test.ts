import { emailListSchema } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  createServerFixture,
  hasToken,
  readJson,
  tokenOf,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

let fixture: ServerFixture;
let person: Member;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

beforeEach(async () => {
  person = await fixture.person();
});

async function list() {
  const response = await person.call('GET', '/accounts/emails');
  return parse(emailListSchema, await response.json()).emails;
}

const links = async () => (await fixture.mails()).filter(hasToken);

const add = (address: string, who = person) =>
  who.call('POST', '/accounts/emails', { json: { email_address: address } });

const confirm = (token: string) =>
  fixture.visitor().call('PUT', '/accounts/confirm-email', { json: { token } });

const resend = (address: string) =>
  fixture.visitor().call('POST', '/accounts/confirm-email', { json: { email_address: address } });

test('another address is added, confirmed by its link once, and signs in', async () => {
  const added = await add('second-address@example.com');
  expect(added.status).toBe(201);
  const { id } = await readJson<{ id: string }>(added);
  expect((await add('Second-Address@example.com')).status).toBe(409);
  expect(await list()).toContainEqual({
    id,
    address: 'second-address@example.com',
    confirmed: false,
  });
  const [mail] = await links();
  const responses = await Promise.all(Array.from({ length: 50 }, () => confirm(tokenOf(mail))));
  expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
  expect((await list()).every(({ confirmed }) => confirmed)).toBe(true);
});

test('the last confirmed address stays, and those of other accounts are not found', async () => {
  const [own] = await list();
  expect((await person.call('DELETE', `/accounts/emails/${own?.id ?? ''}`)).status).toBe(409);
  const other = await fixture.person();
  expect((await other.call('DELETE', `/accounts/emails/${own?.id ?? ''}`)).status).toBe(404);

  const { id } = await readJson<{ id: string }>(await add('unconfirmed@example.com'));
  expect((await person.call('DELETE', `/accounts/emails/${own?.id ?? ''}`)).status).toBe(409);
  expect((await person.call('DELETE', `/accounts/emails/${id}`)).status).toBe(204);
  expect(await list()).toHaveLength(1);
});

test('an address belongs to the account that confirms it first', async () => {
  const rival = await fixture.person();
  await add('contested@example.com');
  await add('contested@example.com', rival);
  const [mine, theirs] = await links();
  expect((await confirm(tokenOf(theirs))).status).toBe(204);
  const late = await confirm(tokenOf(mine));
  expect(late.status).toBe(400);
  expect(await late.json()).toEqual({ message: 'The confirmation link is invalid or has expired' });
  expect((await list()).map(({ address }) => address)).toEqual([person.address]);
});

describe('requesting another confirmation', () => {
  test('sends a link that replaces the first, at most once a minute', async () => {
    await add('again@example.com');
    const [first] = await links();
    expect((await resend('again@example.com')).status).toBe(204);
    const limited = await resend('AGAIN@example.com');
    expect(limited.status).toBe(429);
    expect(await limited.json()).toEqual({ message: 'Too many requests' });
    expect(Number(limited.headers.get('Retry-After'))).toBeGreaterThan(50);

    const [second] = await links();
    expect((await confirm(tokenOf(first))).status).toBe(400);
    expect((await confirm(tokenOf(second))).status).toBe(204);
  });

  test('for a confirmed address sends nothing', async () => {
    expect((await resend(person.address)).status).toBe(204);
    expect(await fixture.mails()).toEqual([]);
  });
});
