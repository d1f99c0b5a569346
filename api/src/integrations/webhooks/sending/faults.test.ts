import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { random } from '@carrel/testing/faults/seed.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { createTestServer, pause } from '@carrel/testing/servers/server-process.ts';
import { startReceiver, type Received } from '@carrel/testing/webhooks/receiver.ts';
import {
  createWebhookFixture,
  type TestWebhook,
} from '@carrel/testing/webhooks/webhook-fixture.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

const EVENTS = 5;
const DELIVERIES = hardCount(400, 10_000);
const ROUNDS = hardCount(2, 20);

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Returns what was received by subject, in its order. */
const bySubject = (received: readonly Received[], path: string) =>
  Map.groupBy(
    received.filter((one) => one.path === path),
    ({ message }) => message.data['subject'],
  );

test(
  `W1: ${DELIVERIES} deliveries to a receiver that is killed at random arrive, in the order of each document, and none after their webhook is deleted`,
  async () => {
    // Quick retries without end: what is tested is that nothing is lost, not how long it takes.
    const schedule = Array.from({ length: 36_000 }, (_, n) => 0.1 * (n + 1));
    const fixture = await createWebhookFixture({ schedule });
    closing.push(() => fixture.close());
    const { receiver, server } = fixture;
    const [kept, deleted] = [
      await fixture.create({ url: `${receiver.url}/kept` }),
      await fixture.create({ url: `${receiver.url}/deleted` }),
    ];
    const add = (webhook: TestWebhook, subjects: readonly string[], n: number) =>
      server.database.query(
        `INSERT INTO webhook_deliveries (organization_id, endpoint_id, type, subject, data)
         SELECT $1, $2, 'document.ready', s, jsonb_build_object('subject', s, 'n', $4::integer)
         FROM unnest($3::uuid[]) AS s`,
        [fixture.organizationId, webhook.id, subjects, n],
      );
    const subjects = Array.from({ length: DELIVERIES / EVENTS }, () => randomUUID());
    for (let n = 0; n < EVENTS; n += 1) {
      await add(kept, subjects, n);
      await add(deleted, subjects.slice(0, 50), n);
    }

    const next = random();
    let kills = 0;
    let isKilled = false;
    receiver.respond = (response) => {
      const fate = next();
      if (fate < 0.02 && !isKilled) {
        isKilled = true;
        kills += 1;
        void receiver
          .kill()
          .then(() => receiver.listen())
          .then(() => (isKilled = false));
      } else response.writeHead(fate < 0.05 ? 500 : 204).end();
    };
    const waiting = async ({ id }: TestWebhook) => {
      await fixture.pump();
      const [row] = await server.database.query<{ count: number }>(
        `SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = $1 AND state = 'waiting'`,
        [id],
      );
      return row?.count ?? 0;
    };
    await expect.poll(() => waiting(deleted), { interval: 10, timeout: 60_000 }).toBeLessThan(200);
    expect((await fixture.call('DELETE', deleted.path)).status).toBe(204);
    // What was on its way is cut off, and may have reached the receiver.
    const begun = () => fixture.begun.filter((url) => url.endsWith('/deleted')).length;
    const before = begun();

    const timeout = 60_000 + DELIVERIES * 60;
    await expect.poll(() => waiting(kept), { interval: 10, timeout }).toBe(0);
    expect(kills).toBeGreaterThan(0);
    const arrived = bySubject(receiver.received, '/carrel/kept');
    expect(arrived.size).toBe(subjects.length);
    for (const received of arrived.values()) {
      const numbers = received.map(({ message }) => Number(message.data['n']));
      // One may arrive twice, before the next.
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
      expect(new Set(numbers).size).toBe(EVENTS);
    }
    expect(begun()).toBe(before);
    for (const one of receiver.received) {
      const { secret } = one.path.endsWith('/kept') ? kept : deleted;
      receiver.verify(secret, one);
    }
  },
  120_000 + DELIVERIES * 60,
);

const FILES = 60;

const library = (version: number) =>
  Uint8Array.from(
    buildZip(
      Array.from({ length: FILES }, (_, n) => ({
        name: `notes/${n}.md`,
        content: `# Note ${n}\n\nVersion ${version}.`,
      })),
    ),
  );

test(
  `W2: ${ROUNDS} kills of the server while documents are processed and deliveries sent lose none, and keep their order`,
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'carrel-webhooks-'));
    closing.push(() => rm(directory, { recursive: true, force: true }));
    const receiver = await startReceiver();
    closing.push(() => receiver.kill());
    const server = await createTestServer(directory, { WEBHOOK_PRIVATE_NETWORKS: '127.0.0.1' });
    closing.push(() => server.kill());
    await server.start();
    await server.signIn();
    const made = await server.call('POST', '/organizations', { json: { name: 'Readers' } });
    const { id: organizationId } = await readJson<{ id: string }>(made);
    const created = await server.call('POST', `/organizations/${organizationId}/webhooks`, {
      json: { name: 'Index', url: receiver.url, events: ['document.ready', 'archive.completed'] },
    });
    expect(created.status).toBe(201);
    const { secret } = await readJson<{ secret: string }>(created);
    const dataset = await server.call('POST', '/datasets', { organizationId, json: { name: 'D' } });
    const { id } = await readJson<{ id: string }>(dataset);

    const next = random();
    const archives: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const upload = await server.call('POST', `/datasets/${id}/archives`, {
        organizationId,
        body: library(round),
      });
      expect(upload.status).toBe(201);
      archives.push((await readJson<{ id: string }>(upload)).id);
      // When the kill comes is random, from the seed.
      await pause(next() * 3000);
      await server.kill();
      await server.start();
    }

    /** Each document and the last archive have been told. Earlier versions may have been replaced unread. */
    const missing = () => {
      const last = archives.at(-1);
      const told = new Set(
        receiver.received
          .filter(({ message }) => message.data['archive_id'] === last)
          .map(({ message: { type, data } }) => `${type} ${JSON.stringify(data['path'])}`),
      );
      return FILES + 1 - told.size;
    };
    await expect.poll(missing, { timeout: 120_000 }).toBe(0);
    const documents = Map.groupBy(
      receiver.received.filter(({ message }) => message.type === 'document.ready'),
      ({ message }) => message.data['document_id'],
    );
    for (const received of documents.values()) {
      const times = received.map(({ message }) => message.timestamp);
      expect(times).toEqual(times.toSorted());
    }
    for (const one of receiver.received) receiver.verify(secret, one);
  },
  180_000 + ROUNDS * 60_000,
);
