import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  createServerFixture,
  readJson,
  tokenOf,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

let fixture: ServerFixture;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

const COMMON = 'This password is one of the most common ones. Please choose another.';
const ADDRESS = 'Password must not be your email address. Please choose another.';
const NAME = 'Password must not be your name. Please choose another.';

const REFUSED = [
  ['one of the most common', 'password', COMMON],
  ['one of the most common, in capitals', 'PassWord1', COMMON],
  ['one of the most common, in full-width letters', 'ｐａｓｓｗｏｒｄ', COMMON],
  ['the address', 'Augusta.King@example.com', ADDRESS],
  ['the local part of the address', 'augusta.king', ADDRESS],
  ['the first name', 'Augusta-Ada', NAME],
  ['both names', 'Augusta-Ada King', NAME],
  ['both names without a space, the last one first', 'kingaugusta-ada', NAME],
] as const;

const names = { first_name: 'Augusta-Ada', last_name: 'King' };

async function issuesOf(response: Response): Promise<unknown> {
  expect(response.status).toBe(422);
  return (await readJson<{ issues: unknown }>(response)).issues;
}

describe('a new password', () => {
  test.each(REFUSED)('is refused if it is %s', async (_, password, message) => {
    const json = { ...names, email_address: 'augusta.king@example.com', password };
    const refused = await fixture.visitor().call('POST', '/accounts/register', { json });
    expect(await issuesOf(refused)).toEqual([{ path: 'password', message }]);
    expect(await fixture.mails()).toEqual([]);
  });

  test('is refused by a reset, whose link still works afterwards', async () => {
    const person = await fixture.person('reset.of.augusta@example.com');
    await fixture.visitor().call('POST', '/accounts/reset-password', {
      json: { email_address: person.address },
    });
    const token = tokenOf((await fixture.mails()).at(-1));
    const reset = (new_password: string) =>
      fixture.visitor().call('PUT', '/accounts/reset-password', { json: { token, new_password } });
    for (const [password, message] of [
      ['iloveyou', COMMON],
      ['Reset.of.Augusta', ADDRESS],
      ['Ada Byron', NAME],
    ] as const) {
      expect(await issuesOf(await reset(password))).toEqual([{ path: 'new_password', message }]);
    }
    expect((await reset('an uncommon password')).status).toBe(204);
  });

  test('is refused by an invitation', async () => {
    const owner = await fixture.person();
    const id = await fixture.organization(owner);
    await owner.call('POST', `/organizations/${id}/members`, {
      json: {
        email_address: 'invited.person@example.com',
        role_id: await fixture.roleId(id, 'Viewer'),
      },
    });
    const invitation_token = tokenOf((await fixture.mails()).at(-1));
    const accept = (password: string) =>
      fixture.visitor().call('POST', '/accounts/accept-invitation', {
        json: { ...names, password, invitation_token },
      });
    for (const [password, message] of [
      ['sunshine', COMMON],
      ['invited.person', ADDRESS],
      ['augusta-adaking', NAME],
    ] as const) {
      expect(await issuesOf(await accept(password))).toEqual([{ path: 'password', message }]);
    }
    expect((await accept('AdaByron')).status).toBe(201);
  });
});
