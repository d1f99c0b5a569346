import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { shiftClock } from '@carrel/testing/servers/preloads/shift-clock.ts';
import {
  createWebhookFixture,
  type TestWebhook,
  type WebhookFixture,
} from '@carrel/testing/webhooks/webhook-fixture.ts';

let fixture: WebhookFixture;
let webhook: TestWebhook;

beforeAll(async () => {
  fixture = await createWebhookFixture();
});
afterAll(() => fixture.close());

beforeEach(async () => {
  await fixture.server.database.query('DELETE FROM webhook_endpoints');
  await fixture.server.database.query('DELETE FROM webhook_deliveries');
  const { receiver } = fixture;
  receiver.received.length = 0;
  fixture.slow = undefined;
  receiver.respond = (response) => response.writeHead(204).end();
  webhook = await fixture.create();
});

const state = async () => (await fixture.deliveries(webhook)).map((delivery) => delivery.state);

async function endpoint() {
  const [row] = await fixture.server.database.query<{
    enabled: boolean;
    disabled_reason: string | null;
    hold: number | null;
  }>(
    `SELECT enabled, disabled_reason, extract(epoch FROM hold_until - now())::float8 AS hold
     FROM webhook_endpoints WHERE id = $1`,
    [webhook.id],
  );
  return row;
}

test('a delivery is signed as Standard Webhooks says, and told once', async () => {
  const id = await fixture.note(webhook, randomUUID(), { path: 'a.md' });
  await fixture.sendAll();
  const [received, ...more] = fixture.receiver.received;
  if (received === undefined) throw new Error('Nothing was received');
  expect(more).toEqual([]);
  expect(fixture.receiver.verify(webhook.secret, received)).toMatchObject({
    type: 'document.ready',
    data: { path: 'a.md' },
  });
  expect(received.headers['webhook-id']).toBe(`msg_${id.replaceAll('-', '')}`);
  expect(await fixture.deliveries(webhook)).toMatchObject([
    { id, state: 'delivered', attempts: 1, log: [{ status: 204 }], next_attempt_at: null },
  ]);
});

test('an altered or replayed request is refused by the library of Standard Webhooks', async () => {
  await fixture.note(webhook, randomUUID(), { path: 'a.md' });
  await fixture.sendAll();
  const [received] = fixture.receiver.received;
  if (received === undefined) throw new Error('Nothing was received');
  const { headers, body } = received;
  const stamp = Number(headers['webhook-timestamp']);
  const alterations = [
    { ...received, body: body.replace('a.md', 'b.md') },
    { ...received, headers: { ...headers, 'webhook-id': 'msg_other' } },
    { ...received, headers: { ...headers, 'webhook-timestamp': String(stamp + 1) } },
    { ...received, headers: { ...headers, 'webhook-timestamp': String(stamp - 3600) } },
  ];
  for (const altered of alterations) {
    expect(() => fixture.receiver.verify(webhook.secret, altered)).toThrow(/signature|timestamp/);
  }
  const other = `whsec_${Buffer.alloc(32).toString('base64')}`;
  expect(() => fixture.receiver.verify(other, received)).toThrow('No matching signature');
});

test('a request is signed with the time of the database, whatever the clock of the process says', async () => {
  await fixture.note(webhook, randomUUID(), { path: 'a.md' });
  const restore = shiftClock(3_600_000);
  try {
    await fixture.sendAll();
  } finally {
    restore();
  }
  const [received] = fixture.receiver.received;
  expect(received && fixture.receiver.verify(webhook.secret, received)).toMatchObject({
    data: { path: 'a.md' },
  });
});

test('a secret that is replaced signs until it expires', async () => {
  const rotate = async (overlap_hours: number) => {
    const rotated = await fixture.call('POST', `${webhook.path}/rotate-secret`, { overlap_hours });
    return ((await rotated.json()) as { secret: string }).secret;
  };
  const second = await rotate(1);
  await fixture.note(webhook, randomUUID());
  await fixture.sendAll();
  const third = await rotate(0);
  await fixture.note(webhook, randomUUID());
  await fixture.sendAll();
  const [both, one] = fixture.receiver.received;
  if (both === undefined || one === undefined) throw new Error('Two were expected');
  expect(() => fixture.receiver.verify(webhook.secret, both)).not.toThrow();
  expect(() => fixture.receiver.verify(second, both)).not.toThrow();
  expect(() => fixture.receiver.verify(third, one)).not.toThrow();
  expect(() => fixture.receiver.verify(second, one)).toThrow('No matching signature');
});

test('a delivery that fails is retried with the same id, and nothing overtakes it', async () => {
  const [subject, other] = [randomUUID(), randomUUID()];
  let isBroken = true;
  fixture.receiver.respond = (response) =>
    response.writeHead(isBroken ? 500 : 204).end(isBroken ? 'out of order' : undefined);
  const id = await fixture.note(webhook, subject, { n: 1 });
  await fixture.sendAll();
  expect(await fixture.deliveries(webhook)).toMatchObject([
    { id, state: 'waiting', log: [{ status: 500, response: 'out of order' }] },
  ]);
  isBroken = false;
  await fixture.note(webhook, subject, { n: 2 });
  await fixture.note(webhook, other, { n: 3 });
  await fixture.sendAll();
  expect(await state()).toEqual(['delivered', 'waiting', 'waiting']);
  await fixture.skipWaits();
  await fixture.sendAll();
  const told = fixture.receiver.received.map(({ message }) => message.data['n']);
  expect(told).toEqual([1, 3, 1, 2]);
  const ids = fixture.receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids[2]).toBe(ids[0]);
});

test('a redirect, a slow receiver and one that is away are failures', async () => {
  fixture.receiver.respond = (response) =>
    response.writeHead(302, { Location: fixture.receiver.url }).end();
  await fixture.note(webhook, randomUUID());
  await fixture.sendAll();
  fixture.receiver.respond = () => undefined;
  fixture.slow = fixture.receiver.url;
  await fixture.skipWaits();
  await fixture.sendAll();
  await fixture.receiver.kill();
  await fixture.skipWaits();
  await fixture.sendAll();
  await fixture.receiver.listen();
  const [delivery] = await fixture.deliveries(webhook);
  expect(delivery?.log.map(({ error }) => error)).toEqual([
    'It redirects to another address, which is not followed.',
    'There was no response in time.',
    'The address could not be reached.',
  ]);
});

test('a webhook that is away is tried with one delivery, then with all', async () => {
  await fixture.receiver.kill();
  for (let n = 0; n < 20; n += 1) await fixture.note(webhook, randomUUID());
  await fixture.sendAll();
  const failed = (await fixture.deliveries(webhook)).filter(({ attempts }) => attempts > 0);
  expect(failed.length).toBeLessThanOrEqual(8);
  expect((await endpoint())?.hold).toBeGreaterThan(0);
  await fixture.skipWaits();
  await fixture.sendAll();
  const attempts = (await fixture.deliveries(webhook)).map((delivery) => delivery.attempts);
  expect(attempts.reduce((sum, one) => sum + one, 0)).toBe(failed.length + 1);
  await fixture.receiver.listen();
  await fixture.skipWaits();
  await fixture.sendAll();
  expect(new Set(await state())).toEqual(new Set(['delivered']));
  expect((await endpoint())?.hold).toBeNull();
});

test('Retry-After is respected', async () => {
  fixture.receiver.respond = (response) => response.writeHead(503, { 'Retry-After': '3000' }).end();
  await fixture.note(webhook, randomUUID());
  await fixture.sendAll();
  const [delivery] = await fixture.deliveries(webhook);
  const wait = Date.parse(delivery?.next_attempt_at ?? '') - Date.now();
  expect(wait / 1000).toBeGreaterThan(2900);
  expect((await endpoint())?.hold).toBeGreaterThan(2900);
});

test('a webhook that fails for a day is disabled, and Owners and Admins are told', async () => {
  const admin = await fixture.server.member(fixture.organizationId, 'Admin');
  await fixture.server.member(fixture.organizationId, 'Editor');
  fixture.receiver.respond = (response) => response.writeHead(500).end();
  await fixture.note(webhook, randomUUID());
  await fixture.sendAll();
  await fixture.server.database.query(
    `UPDATE webhook_deliveries SET first_attempt_at = now() - interval '25 hours'`,
  );
  await fixture.server.database.query(
    `UPDATE webhook_endpoints SET failing_since = now() - interval '25 hours'`,
  );
  await fixture.skipWaits();
  await fixture.sendAll();
  expect(await state()).toEqual(['failed']);
  expect(await endpoint()).toMatchObject({ enabled: false, disabled_reason: 'failing' });
  const mails = await fixture.server.mails();
  expect(mails.map(({ to }) => to).toSorted()).toEqual(
    [fixture.owner.address, admin.address].toSorted(),
  );
  expect(mails[0]?.subject).toBe('The webhook Index was disabled');
  const audited = await fixture.server.database.query(
    `SELECT details->>'reason' AS reason, object_name AS name FROM audit_records WHERE action = 'webhook.disabled'`,
  );
  expect(audited).toEqual([{ reason: 'failing', name: 'Index' }]);
});

test('410 disables a webhook at once', async () => {
  fixture.receiver.respond = (response) => response.writeHead(410).end();
  await fixture.note(webhook, randomUUID());
  await fixture.note(webhook, randomUUID());
  await fixture.sendAll();
  expect(await endpoint()).toMatchObject({ enabled: false, disabled_reason: 'gone' });
  const { length } = fixture.receiver.received;
  await fixture.note(webhook, randomUUID());
  await fixture.sendAll();
  expect(fixture.receiver.received).toHaveLength(length);
});

test('a webhook that does not respond keeps neither the others nor other organizations waiting', async () => {
  const fast = await fixture.create({ url: `${fixture.receiver.url}/fast` });
  fixture.slow = fixture.receiver.url;
  fixture.receiver.respond = (response, { message }) => {
    if (message.data['slow'] !== true) response.writeHead(204).end();
  };
  for (let n = 0; n < 50; n += 1) await fixture.note(webhook, randomUUID(), { slow: true });
  const id = await fixture.note(fast, randomUUID());
  const done = fixture.sendAll();
  await expect
    .poll(async () => fixture.deliveries(fast))
    .toMatchObject([{ id, state: 'delivered' }]);
  expect(new Set(await state())).toEqual(new Set(['waiting']));
  await done;
});

test.each([
  ['disabled', 'PATCH', { enabled: false }],
  ['given another address', 'PATCH', { url: 'https://elsewhere.example.com/' }],
  ['deleted', 'DELETE', undefined],
])('a webhook that is %s is sent nothing more, and requests to it are cut off', async (...row) => {
  const [, method, json] = row;
  let isCut = false;
  fixture.receiver.respond = (response) => {
    response.on('close', () => (isCut = true));
  };
  for (let n = 0; n < 20; n += 1) await fixture.note(webhook, randomUUID());
  const sending = fixture.sendAll();
  await expect.poll(() => fixture.receiver.received.length).toBeGreaterThan(0);
  const response = await fixture.call(method, webhook.path, json);
  expect(response.status).toBe(204);
  const { length } = fixture.receiver.received;
  await fixture.server.database.query(`DELETE FROM webhook_deliveries WHERE attempts > 0`);
  await expect.poll(() => isCut).toBe(true);
  await fixture.server.database.query(
    `UPDATE webhook_endpoints SET enabled = false WHERE url LIKE 'https://elsewhere%'`,
  );
  await sending;
  expect(fixture.receiver.received).toHaveLength(length);
});

test('a delivery that was claimed by a process that died is sent by another once its claim expires', async () => {
  await fixture.note(webhook, randomUUID());
  await fixture.server.database.query(
    `UPDATE webhook_deliveries SET claim = gen_random_uuid(), claimed_until = now() - interval '1 second'`,
  );
  await fixture.sendAll();
  expect(await state()).toEqual(['delivered']);
});
