import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  PASSWORD,
  createServerFixture,
  hasToken,
  tokenOf,
  type Member,
  type ServerFixture,
  type Visitor,
} from '@carrel/testing/server-fixture.ts';
import { REFRESH_COOKIE } from '../../platform/access/session-cookies.ts';
import { newBrowserMailFor } from './owner-notices.ts';

let fixture: ServerFixture;
let person: Member;
let count = 0;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

beforeEach(async () => {
  person = await fixture.person();
  await fixture.mails();
});

const FROM = {
  'X-Forwarded-For': '192.0.2.44',
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
};

const signIn = (visitor: Visitor, password = PASSWORD) =>
  visitor.call('POST', '/accounts/login', {
    json: { email_address: person.address, password },
    headers: FROM,
  });

/** Adds and confirms a second address. */
async function addAddress(): Promise<string> {
  const address = `second-${(count += 1)}@example.com`;
  await person.call('POST', '/accounts/emails', { json: { email_address: address } });
  const link = (await fixture.mails()).find(hasToken);
  await fixture.visitor().call('PUT', '/accounts/confirm-email', {
    json: { token: tokenOf(link) },
  });
  return address;
}

/** The notices that were sent since the last call, each with the lines that say when and from where. */
async function notices() {
  const mails = await fixture.mails();
  const sent = mails.filter((mail) => !hasToken(mail));
  for (const { text } of sent) {
    expect(text).toMatch(
      /When: \d+ \w+ \d{4}(?:,| at) \d\d:\d\d \(UTC\)\nFrom: 192\.0\.2\.44\nBrowser: Firefox\n/,
    );
    expect(text).toContain('If ');
  }
  return sent.map(({ to, subject }) => ({ to, subject })).sort((a, b) => (a.to < b.to ? -1 : 1));
}

describe('the owner of an account gets a mail', () => {
  test('about a sign-in from a new browser, at every confirmed address, and about no other sign-in', async () => {
    const second = await addAddress();
    await person.call('POST', '/accounts/emails', {
      json: { email_address: 'unconfirmed@example.com' },
      headers: FROM,
    });
    await fixture.mails();
    const browser = fixture.visitor();
    await signIn(browser);
    expect(await notices()).toEqual([
      { to: person.address, subject: 'New sign-in to your account' },
      { to: second, subject: 'New sign-in to your account' },
    ]);
    await signIn(browser);
    await signIn(person);
    await signIn(fixture.visitor(), 'a wrong password');
    expect(await notices()).toEqual([]);
  });

  test('not about the first sign-in after registering', async () => {
    const other = await fixture.person();
    expect(other.accountId).not.toBe('');
    expect(await fixture.mails()).toEqual([]);
  });

  test('about a password that was reset', async () => {
    await person.call('POST', '/accounts/reset-password', {
      json: { email_address: person.address },
    });
    const [link] = await fixture.mails();
    const reset = await fixture.visitor().call('PUT', '/accounts/reset-password', {
      json: { token: tokenOf(link), new_password: 'another password' },
      headers: FROM,
    });
    expect(reset.status).toBe(204);
    expect(await notices()).toEqual([{ to: person.address, subject: 'Your password was changed' }]);
  });

  test('about an address that was added', async () => {
    await person.call('POST', '/accounts/emails', {
      json: { email_address: 'added@example.com' },
      headers: FROM,
    });
    const mails = await fixture.mails();
    const notice = mails.find(({ to }) => to === person.address);
    expect(notice?.subject).toBe('An email address was added to your account');
    expect(notice?.text).toContain('Email address: added@example.com\n');
    const confirmation = mails.find(({ to }) => to === 'added@example.com');
    expect(confirmation?.text).toContain('It was added to an account at this time');
  });

  test('about a refresh token that was used twice', async () => {
    const token = person.cookies.get(REFRESH_COOKIE) ?? '';
    await person.call('PUT', '/accounts/sessions');
    await person.call('PUT', '/accounts/sessions');
    const reused = () =>
      fixture.visitor().call('PUT', '/accounts/sessions', {
        headers: { ...FROM, Cookie: `${REFRESH_COOKIE}=${token}` },
      });
    expect((await reused()).status).toBe(401);
    expect((await reused()).status).toBe(401);
    expect(await notices()).toEqual([
      { to: person.address, subject: 'A session of your account was ended' },
    ]);
  });
});

test.each([
  [['password'], 'new-browser'],
  [['password', 'totp'], 'new-browser'],
  [['passkey'], 'new-browser-by-passkey'],
  [['sso'], 'new-browser-by-provider'],
] as const)('the mail about a sign-in by %j says what to do about it', (methods, kind) => {
  expect(newBrowserMailFor(methods).kind).toBe(kind);
});
