import { randomUUID } from 'node:crypto';

import { WEBHOOK_LOG_MAX } from '@carrel/shared/contract/organization';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import {
  createWebhookFixture,
  type TestWebhook,
  type WebhookFixture,
} from '@carrel/testing/webhooks/webhook-fixture.ts';
import { limitBacklogs, purgeDeliveries } from './purge-deliveries.ts';

let fixture: WebhookFixture;
let webhook: TestWebhook;

beforeAll(async () => {
  fixture = await createWebhookFixture();
});
afterAll(() => fixture.close());

beforeEach(async () => {
  await fixture.server.database.query('DELETE FROM webhook_deliveries');
  webhook = await fixture.create();
});

async function add(count: number, columns: Record<string, string> = {}): Promise<void> {
  const names = Object.keys(columns).map((name) => `, ${name}`);
  const values = Object.values(columns).map((value) => `, ${value}`);
  await fixture.server.database.query(
    `INSERT INTO webhook_deliveries (organization_id, endpoint_id, type, subject, data${names.join('')})
     SELECT $1, $2, 'document.ready', gen_random_uuid(), '{}'${values.join('')} FROM generate_series(1, $3)`,
    [fixture.organizationId, webhook.id, count],
  );
}

async function counts(): Promise<Record<string, number>> {
  const rows = await fixture.server.database.query<{ state: string; count: number }>(
    'SELECT state, count(*) FROM webhook_deliveries GROUP BY state',
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

test('what is old, of a deleted webhook, or beyond the newest ones is purged', async () => {
  await add(5, { created_at: `now() - interval '31 days'` });
  await add(WEBHOOK_LOG_MAX + 10, { state: `'delivered'` });
  await add(3, { state: `'failed'` });
  await fixture.note({ ...webhook, id: randomUUID() }, randomUUID());
  await purgeDeliveries(fixture.server.database);
  expect(await counts()).toEqual({ delivered: WEBHOOK_LOG_MAX, failed: 3 });
});

test('the oldest that wait are given up where too many wait', async () => {
  await add(1500);
  await limitBacklogs(fixture.server.database, fixture.server.dependencies.log, 100);
  expect(await counts()).toEqual({ waiting: 100, failed: 1400 });
});
