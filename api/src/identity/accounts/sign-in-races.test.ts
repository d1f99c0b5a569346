import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import {
  PASSWORD,
  createServerFixture,
  readJson,
  tokenOf,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import type { Database } from '../../platform/database/database.ts';

let fixture: ServerFixture;
let person: Member;
/** Runs once, before the next transaction starts: the password of a sign-in is verified by then. */
let beforeTransaction: (() => Promise<unknown>) | undefined;
/** Called when a sign-in has read the hash of the password, which it verifies next. */
let onVerifying: () => void = () => undefined;

const wrapDatabase = (database: Database): Database => ({
  ...database,
  query: async <Row>(sql: string, parameters?: readonly unknown[]) => {
    const rows = await database.query<Row>(sql, parameters);
    if (sql.includes('"passwordHash"')) onVerifying();
    return rows;
  },
  transaction: async (work) => {
    const run = beforeTransaction;
    beforeTransaction = undefined;
    await run?.();
    return database.transaction(work);
  },
});

beforeAll(async () => {
  fixture = await createServerFixture({ wrapDatabase });
});

afterAll(async () => {
  await fixture.close();
});

beforeEach(async () => {
  person = await fixture.person();
});

const signIn = async (address: string) => {
  const response = await fixture.visitor().call('POST', '/accounts/login', {
    json: { email_address: address, password: PASSWORD },
  });
  return response.status;
};

/** Returns a function that resets the password of `person` by a link that was mailed. */
async function passwordReset(): Promise<() => Promise<Response>> {
  await fixture.visitor().call('POST', '/accounts/reset-password', {
    json: { email_address: person.address },
  });
  const token = tokenOf((await fixture.mails()).at(-1));
  return () =>
    fixture.visitor().call('PUT', '/accounts/reset-password', {
      json: { token, new_password: 'a brand new password' },
    });
}

/** Returns a function that deletes the account of `person`. */
const accountDeletion = async () => () => person.call('DELETE', `/accounts/${person.accountId}`);

/** Adds and confirms another address of `person`. */
async function secondAddress(): Promise<{ address: string; remove: () => Promise<Response> }> {
  const address = `second-${person.address}`;
  const added = await person.call('POST', '/accounts/emails', { json: { email_address: address } });
  const { id } = await readJson<{ id: string }>(added);
  const token = tokenOf((await fixture.mails()).findLast(({ to }) => to === address));
  await person.call('PUT', '/accounts/confirm-email', { json: { token } });
  return { address, remove: () => person.call('DELETE', `/accounts/emails/${id}`) };
}

const sessions = () =>
  fixture.database.query('SELECT id FROM sessions WHERE account_id = $1', [person.accountId]);

/** Returns the statuses of sign-ins, four at a time. `change` is sent while the first are verified. */
async function signInDuring(change: () => Promise<Response>, address: string): Promise<number[]> {
  await fixture.database.query('DELETE FROM rate_limits');
  const verifying = Promise.withResolvers<void>();
  onVerifying = verifying.resolve;
  const changed = new AbortController();
  const statuses: number[] = [];
  const browsers = Array.from({ length: 4 }, async () => {
    do statuses.push(await signIn(address));
    while (!changed.signal.aborted);
  });
  await verifying.promise;
  const { status } = await change();
  changed.abort();
  expect(status).toBe(204);
  await Promise.all(browsers);
  return statuses;
}

async function inRounds(round: () => Promise<void>): Promise<void> {
  for (let rounds = hardCount(10, 200); rounds > 0; rounds -= 1) {
    person = await fixture.person();
    await round();
  }
}

describe('a sign-in whose password was verified', () => {
  test('S1: opens no session after the password was reset', async () => {
    beforeTransaction = await passwordReset();
    expect(await signIn(person.address)).toBe(400);
    expect(await sessions()).toEqual([]);
  });

  test('S1: opens no session after the account was deleted', async () => {
    beforeTransaction = await accountDeletion();
    expect(await signIn(person.address)).toBe(400);
  });

  test('S1: opens no session after its address was removed', async () => {
    const { address, remove } = await secondAddress();
    expect(await signIn(address)).toBe(200);
    const before = await sessions();
    beforeTransaction = remove;
    expect(await signIn(address)).toBe(400);
    expect(await sessions()).toEqual(before);
  });
});

describe('sign-ins, four at a time', () => {
  test('S1: leave no session with the old password once it is reset', async () => {
    await inRounds(async () => {
      await signInDuring(await passwordReset(), person.address);
      expect(await sessions()).toEqual([]);
    });
  });

  test('S1: succeed or are refused while the account is deleted', async () => {
    await inRounds(async () => {
      const statuses = await signInDuring(await accountDeletion(), person.address);
      expect(statuses.filter((status) => status !== 200 && status !== 400)).toEqual([]);
      expect(await sessions()).toEqual([]);
    });
  });

  test('S1: open no session by an address once it is removed', async () => {
    await inRounds(async () => {
      const { address, remove } = await secondAddress();
      await signInDuring(remove, address);
      // Numbers are assigned under the lock of the account.
      const later = await fixture.database.query(
        `SELECT opened.id FROM audit_records opened, audit_records removed
         WHERE opened.account_id = $1 AND opened.action = 'session.opened'
           AND removed.account_id = $1 AND removed.action = 'email.removed'
           AND opened.id > removed.id`,
        [person.accountId],
      );
      expect(later).toEqual([]);
    });
  });
});
