import { randomUUID } from 'node:crypto';

import {
  createWebhookFixture,
  type WebhookFixture,
} from '@carrel/testing/webhooks/webhook-fixture.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Replicas } from '../../../platform/database/replicas/replicas.ts';

let fixture: WebhookFixture;

beforeAll(async () => {
  fixture = await createWebhookFixture();
});
afterAll(() => fixture.close());

test('a delivery waits until read replicas have what it tells', async () => {
  const { database } = fixture.server;
  const settling = Promise.withResolvers<void>();
  let isAsked = false;
  const replicas: Replicas = {
    settle: () => {
      isAsked = true;
      return settling.promise;
    },
    readerAt: () => database,
    positionOf: async (work) => {
      await work();
      return undefined;
    },
    statuses: () => [],
    readsOfPrimary: () => 0,
  };
  Object.assign(database, { replicas });
  try {
    const webhook = await fixture.create();
    const states = async () => (await fixture.deliveries(webhook)).map(({ state }) => state);
    await fixture.note(webhook, randomUUID());
    const { length } = fixture.begun;
    const sending = fixture.sendAll();
    await expect.poll(() => isAsked).toBe(true);
    expect(await states()).toEqual(['waiting']);
    expect(fixture.begun).toHaveLength(length);
    settling.resolve();
    await sending;
    expect(await states()).toEqual(['delivered']);
  } finally {
    Reflect.deleteProperty(database, 'replicas');
  }
});
