import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import {
  createServerFixture,
  tokenOf,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import type { Message } from '../../../platform/mail/write-message.ts';

let fixture: ServerFixture;
let count = 0;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

const newAddress = () => `claimed-${(count += 1)}@example.com`;

const OWNER = { password: 'the owner chose this', from: '192.0.2.1', browser: 'Firefox/130' };
const ATTACKER = { password: 'the attacker chose it', from: '198.51.100.7', browser: 'curl/8' };

type Person = typeof OWNER;

const headersOf = ({ from, browser }: Person) => ({
  'X-Forwarded-For': from,
  'User-Agent': browser,
});

async function send(address: string, person: Person): Promise<void> {
  const { status } = await fixture.visitor().call('POST', '/accounts/register', {
    json: {
      first_name: 'Grace',
      last_name: 'Hopper',
      email_address: address,
      password: person.password,
    },
    headers: headersOf(person),
  });
  expect(status).toBe(201);
}

/** Registers an address, and returns the mail of this registration. */
async function register(address: string, person: Person): Promise<Message | undefined> {
  await send(address, person);
  return (await fixture.mails()).find(({ to }) => to === address);
}

const confirm = async (mail: Message | undefined) => {
  const json = { token: tokenOf(mail) };
  return (await fixture.visitor().call('PUT', '/accounts/confirm-email', { json })).status;
};

const signIn = async (address: string, person: Person) => {
  const json = { email_address: address, password: person.password };
  const headers = headersOf(person);
  return (await fixture.visitor().call('POST', '/accounts/login', { json, headers })).status;
};

const accountsOf = async (address: string) => {
  const rows = await fixture.database.query(
    'SELECT 1 FROM accounts a JOIN account_emails e ON e.account_id = a.id WHERE address_key = $1',
    [address],
  );
  return rows.length;
};

describe('S4: an address that two people register', () => {
  test.each([
    ['the owner, who came first', [OWNER, ATTACKER], 0],
    ['the owner, who came second', [ATTACKER, OWNER], 1],
    ['the other, who came first', [ATTACKER, OWNER], 0],
  ] as const)('belongs to the one whose mail confirms it: %s', async (_, people, confirmed) => {
    const address = newAddress();
    const mails: (Message | undefined)[] = [];
    for (const person of people) mails.push(await register(address, person));
    for (const person of people) expect(await signIn(address, person)).toBe(403);

    expect(await confirm(mails[confirmed])).toBe(204);
    expect(await signIn(address, people[confirmed])).toBe(200);
    const other = 1 - confirmed;
    expect(await confirm(mails[other])).toBe(400);
    expect(await signIn(address, people[other] ?? OWNER)).toBe(400);
    expect(await accountsOf(address)).toBe(1);
    const tokens = await fixture.database.query(
      'SELECT 1 FROM link_tokens t WHERE NOT EXISTS (SELECT FROM account_emails e WHERE e.id = t.subject)',
    );
    expect(tokens).toEqual([]);
  });

  test('is confirmed once, however many confirm it at the same time', async () => {
    for (let round = 0; round < hardCount(10, 200); round += 1) {
      const address = newAddress();
      const people = Array.from({ length: round === 0 ? 20 : 3 }, (_, number) => ({
        ...OWNER,
        password: `password of person ${number}`,
        from: `10.0.${round}.${number}`,
      }));
      await Promise.all(people.map((person) => send(address, person)));
      const mails = await fixture.mails();
      expect(mails).toHaveLength(people.length);
      const statuses = await Promise.all(mails.map(confirm));
      expect(statuses.filter((status) => status === 204)).toHaveLength(1);
      expect(new Set(statuses)).toEqual(new Set([204, 400]));
      const signIns = await Promise.all(people.map((person) => signIn(address, person)));
      expect(signIns.filter((status) => status === 200)).toHaveLength(1);
      expect(await accountsOf(address)).toBe(1);
    }
  });

  test('gets a mail that says when and from where it was registered, and what to do', async () => {
    const address = newAddress();
    const mail = await register(address, ATTACKER);
    expect(mail?.text).toMatch(
      /When: \d+ \w+ \d{4}(?:,| at) \d\d:\d\d \(UTC\)\nFrom: 198\.51\.100\.7\n/,
    );
    expect(mail?.text).toContain('Browser: Unknown Browser');
    expect(mail?.text).toContain('If this was not you, do not open the link');
    expect(mail?.html).toContain('From: 198.51.100.7<br>');
  });

  test('gets the link of their own registration when either requests it again', async () => {
    const address = newAddress();
    await register(address, OWNER);
    await register(address, ATTACKER);
    const { status } = await fixture.visitor().call('POST', '/accounts/confirm-email', {
      json: { email_address: address },
      headers: headersOf(OWNER),
    });
    expect(status).toBe(204);
    const [again] = await fixture.mails();
    expect(again?.text).toContain('From: 192.0.2.1\n');
    expect(await confirm(again)).toBe(204);
    expect(await signIn(address, OWNER)).toBe(200);
  });
});
