import { requestedApprovalSchema } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import {
  createServerFixture,
  type Member,
  type ServerFixture,
  type Visitor,
} from '@carrel/testing/server-fixture.ts';
import { newUserCode } from './user-code.ts';

let fixture: ServerFixture;
let person: Member;
let network = 0;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

beforeEach(async () => {
  person = await fixture.person();
});

/** Each request comes from a network of its own. */
const elsewhere = () => {
  network += 1;
  return { 'X-Forwarded-For': `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}` };
};

async function waitingCode(): Promise<string> {
  const json = { client_name: 'ada-laptop' };
  const response = await fixture
    .visitor()
    .call('POST', '/accounts/approvals', { json, headers: elsewhere() });
  return parse(requestedApprovalSchema, await response.json()).user_code;
}

const guess = (by: Visitor, headers: Record<string, string>) =>
  by.call('GET', `/accounts/approvals?code=${newUserCode()}`, { headers });

const approve = (user_code: string, by: Visitor) =>
  by.call('PUT', '/accounts/approvals', { json: { user_code, approved: true } });

test('10,000 guesses of user codes: few are checked for one account, from however many networks', async () => {
  const user_code = await waitingCode();
  let checked = 0;
  for (let times = 0; times < hardCount(100, 10_000); times += 1) {
    const { status } = await guess(person, elsewhere());
    expect([404, 429]).toContain(status);
    if (status === 404) checked += 1;
  }
  expect(checked).toBe(10);
  // A right one is not checked any more either.
  expect((await approve(user_code, person)).status).toBe(429);
  expect((await approve(user_code, await fixture.person())).status).toBe(204);
}, 600_000);

test('few guesses are checked for one network, of however many accounts', async () => {
  const headers = elsewhere();
  let checked = 0;
  for (let account = 0; account < 8; account += 1) {
    const other = await fixture.person();
    for (let times = 0; times < 10; times += 1) {
      if ((await guess(other, headers)).status === 404) checked += 1;
    }
  }
  expect(checked).toBe(50);
});

test('right codes do not count', async () => {
  for (let times = 0; times < 15; times += 1) {
    expect((await approve(await waitingCode(), person)).status).toBe(204);
  }
});
