import { randomUUID } from 'node:crypto';

import { WEBHOOKS_MAX, type Webhook } from '@carrel/shared/contract/organization';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import {
  createServerFixture,
  readJson,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import {
  createWebhookFixture,
  type TestWebhook,
  type WebhookFixture,
} from '@carrel/testing/webhooks/webhook-fixture.ts';

let fixture: WebhookFixture;
let webhook: TestWebhook;
let all: string;

beforeAll(async () => {
  fixture = await createWebhookFixture();
  all = `/organizations/${fixture.organizationId}/webhooks`;
});
afterAll(() => fixture.close());

beforeEach(async () => {
  await fixture.server.database.query('DELETE FROM webhook_endpoints');
  await fixture.server.database.query('DELETE FROM webhook_deliveries');
  fixture.receiver.received.length = 0;
  fixture.receiver.respond = (response) => response.writeHead(204).end();
  webhook = await fixture.create();
});

const INPUT = { name: 'Index', url: 'https://hooks.example.com/', events: ['document.ready'] };

const list = async () =>
  (await readJson<{ webhooks: Webhook[] }>(await fixture.call('GET', all))).webhooks;

test('a secret of 32 bytes is shown once, and a tenant cannot read it', async () => {
  expect(webhook.secret).toMatch(/^whsec_[\d+/A-Za-z]{43}=$/);
  expect(JSON.stringify(await list())).not.toContain(webhook.secret.slice(6));
  const reading = fixture.server.database.read(fixture.organizationId, (tx) =>
    tx.query('SELECT secret FROM webhook_secrets'),
  );
  await expect(reading).rejects.toThrow('permission denied');
});

test.each([
  ['http://hooks.example.com/', 'The address must begin with https://.'],
  ['https://10.0.0.1/', 'The address leads to a private network, which is not allowed.'],
  ['https://[::ffff:169.254.169.254]/', 'The address leads to a private network'],
  ['https://user:secret@hooks.example.com/', 'A URL with a user name or password'],
  ['ftp://hooks.example.com/', 'Enter a URL such as'],
  ['https://hooks.example.com/#part', 'Enter a URL such as'],
  ['hooks.example.com', 'Enter a URL such as'],
  ['', 'URL is required'],
])('the address %s is refused with a reason', async (url, reason) => {
  const strict: ServerFixture = await createServerFixture();
  try {
    const owner = await strict.person();
    const organizationId = await strict.organization(owner);
    const path = `/organizations/${organizationId}/webhooks`;
    const response = await owner.call('POST', path, { json: { ...INPUT, url } });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining(reason) });
  } finally {
    await strict.close();
  }
});

test('an organization has a limited number of webhooks, however many are created at once', async () => {
  const statuses = await Promise.all(
    Array.from({ length: WEBHOOKS_MAX + 5 }, async () => {
      return (await fixture.call('POST', all, INPUT)).status;
    }),
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(WEBHOOKS_MAX - 1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(6);
});

test('a webhook is changed field by field, and enabled anew', async () => {
  await fixture.call('PATCH', webhook.path, { description: 'Why', enabled: false });
  await fixture.call('PATCH', webhook.path, { events: ['dataset.deleted'] });
  expect(await list()).toMatchObject([
    {
      name: 'Index',
      description: 'Why',
      enabled: false,
      disabled_reason: 'person',
      events: ['dataset.deleted'],
    },
  ]);
  await fixture.call('PATCH', webhook.path, { enabled: true, description: '' });
  expect(await list()).toMatchObject([{ enabled: true, disabled_reason: null, description: null }]);
});

test('a dataset of another organization is none', async () => {
  const response = await fixture.call('PATCH', webhook.path, { dataset_ids: [randomUUID()] });
  expect(response.status).toBe(422);
});

test('a webhook keeps a dataset that was deleted, and a new one cannot be for it', async () => {
  const organizationId = fixture.organizationId;
  const made = await fixture.owner.call('POST', '/datasets', {
    organizationId,
    json: { name: 'Manuals' },
  });
  const { id } = await readJson<{ id: string }>(made);
  const limited = await fixture.create({ dataset_ids: [id] });
  await fixture.owner.call('DELETE', `/datasets/${id}`, { organizationId });
  expect((await fixture.call('PATCH', limited.path, { dataset_ids: [id] })).status).toBe(204);
  expect((await fixture.call('POST', all, { ...INPUT, dataset_ids: [id] })).status).toBe(422);
});

test('a test event is sent, and a delivery is sent again under its id', async () => {
  const tested = await fixture.call('POST', `${webhook.path}/test`);
  const { id } = await readJson<{ id: string }>(tested);
  await fixture.sendAll();
  const again = await fixture.call('POST', `${webhook.path}/deliveries/${id}/redeliver`);
  expect(again.status).toBe(204);
  await fixture.sendAll();
  const { received } = fixture.receiver;
  expect(received.map(({ message }) => message.type)).toEqual(['webhook.test', 'webhook.test']);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(await fixture.deliveries(webhook)).toMatchObject([
    { id, attempts: 2, log: [{ status: 204 }, { status: 204 }] },
  ]);
});

test('what failed since a time is sent again, in its order', async () => {
  const subject = randomUUID();
  for (let n = 0; n < 3; n += 1) await fixture.note(webhook, subject, { n });
  await fixture.server.database.query(
    `UPDATE webhook_deliveries SET state = 'failed', ended_at = now()`,
  );
  const recover = async (since: Date) =>
    readJson<{ count: number }>(
      await fixture.call('POST', `${webhook.path}/recover`, { since: since.toISOString() }),
    );
  expect(await recover(new Date(Date.now() + 60_000))).toEqual({ count: 0 });
  expect(await recover(new Date(Date.now() - 60_000))).toEqual({ count: 3 });
  await fixture.sendAll();
  expect(fixture.receiver.received.map(({ message }) => message.data['n'])).toEqual([0, 1, 2]);
});

test('nothing is sent by hand to a webhook that is disabled', async () => {
  const id = await fixture.note(webhook, randomUUID());
  await fixture.call('PATCH', webhook.path, { enabled: false });
  for (const below of ['/test', `/deliveries/${id}/redeliver`]) {
    const response = await fixture.call('POST', webhook.path + below);
    expect(response.status).toBe(409);
  }
});

test('the log is read page by page, the newest first', async () => {
  for (let n = 0; n < 60; n += 1) await fixture.note(webhook, randomUUID(), { n });
  interface Page {
    deliveries: { data: { n: number } }[];
    next_cursor?: string;
  }
  const read = async (query: string) =>
    readJson<Page>(await fixture.call('GET', `${webhook.path}/deliveries${query}`));
  const first = await read('?state=waiting');
  const second = await read(`?state=waiting&cursor=${first.next_cursor}`);
  const numbers = [...first.deliveries, ...second.deliveries].map(({ data }) => data.n);
  expect(numbers).toEqual(Array.from({ length: 60 }, (_, n) => 59 - n));
  expect(second.next_cursor).toBeUndefined();
  expect((await read('?state=failed')).deliveries).toEqual([]);
});
