import type { CreateWebhookInput, WebhookDelivery } from '@carrel/shared/contract/organization';

import { createAddressPolicy } from '@carrel/api/src/platform/outgoing/address-policy.ts';
import { createOutgoing, type Outgoing } from '@carrel/api/src/platform/outgoing/outgoing.ts';
import {
  createSender,
  type SenderOptions,
} from '@carrel/api/src/integrations/webhooks/sending/sender.ts';
import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '../server-fixture.ts';
import { startReceiver, type Receiver } from './receiver.ts';

const SHORT_MILLISECONDS = 200;
const LOOPBACK = ['127.0.0.0/8'];

export interface TestWebhook {
  id: string;
  secret: string;
  path: string;
}

/** An organization, a receiver, and a sender that looks when it is told to. */
export interface WebhookFixture {
  server: ServerFixture;
  owner: Member;
  organizationId: string;
  receiver: Receiver;
  /** The URLs of requests that the sender began, in their order. */
  begun: string[];
  /** Receivers whose URL ends with this are given up after a short time; undefined for none. */
  slow: string | undefined;
  create(input?: Partial<CreateWebhookInput>): Promise<TestWebhook>;
  call(method: string, path: string, json?: unknown): Promise<Response>;
  /** Writes a delivery of this subject, which is waiting. Returns its id. */
  note(webhook: TestWebhook, subject: string, data?: object): Promise<string>;
  deliveries(webhook: TestWebhook): Promise<WebhookDelivery[]>;
  /** Has the sender look once. */
  pump(): Promise<void>;
  /** Sends until nothing is due any more. */
  sendAll(): Promise<void>;
  /** Makes everything that waits due at once, and webhooks that are held open again. */
  skipWaits(): Promise<void>;
  close(): Promise<void>;
}

export async function createWebhookFixture(
  options: Partial<SenderOptions> = {},
): Promise<WebhookFixture> {
  const server = await createServerFixture({ settings: { webhookNetworks: LOOPBACK } });
  const { database, dependencies } = server;
  const receiver = await startReceiver();
  const owner = await server.person();
  const organizationId = await server.organization(owner);
  const outgoing = createOutgoing(createAddressPolicy({ privateNetworks: LOOPBACK }));
  const { queue, log } = dependencies;
  const impatient: Outgoing = {
    ...outgoing,
    post: (request) => {
      fixture.begun.push(request.url);
      const isSlow = fixture.slow !== undefined && request.url.endsWith(fixture.slow);
      return outgoing.post(
        isSlow ? { ...request, timeoutMilliseconds: SHORT_MILLISECONDS } : request,
      );
    },
  };
  const sender = createSender({ database, queue, log, outgoing: impatient, ...options });
  const all = `/organizations/${organizationId}/webhooks`;
  const call = (method: string, path: string, json?: unknown) =>
    owner.call(method, path, json === undefined ? {} : { json });

  const isDue = async () => {
    const rows = await database.query(
      `SELECT FROM webhook_deliveries d LEFT JOIN webhook_endpoints e ON e.id = d.endpoint_id
       WHERE d.state = 'waiting' AND (d.claim IS NOT NULL OR
         d.due_at <= now() AND e.enabled AND (e.hold_until IS NULL OR e.hold_until <= now()) AND NOT EXISTS (
           SELECT FROM webhook_deliveries p WHERE p.endpoint_id = d.endpoint_id AND p.subject = d.subject
             AND p.state = 'waiting' AND p.id < d.id)) LIMIT 1`,
    );
    return rows.length > 0;
  };
  const fixture: WebhookFixture = {
    begun: [],
    slow: undefined,
    server,
    owner,
    organizationId,
    receiver,
    call,
    create: async (input = {}) => {
      const created = await call('POST', all, {
        name: 'Index',
        url: receiver.url,
        events: ['document.ready', 'document.failed', 'archive.completed', 'dataset.deleted'],
        ...input,
      });
      if (created.status !== 201) throw new Error(await created.text());
      const { id, secret } = await readJson<{ id: string; secret: string }>(created);
      return { id, secret, path: `${all}/${id}` };
    },
    note: async ({ id }, subject, data = {}) => {
      const [noted] = await database.query<{ id: string }>(
        `INSERT INTO webhook_deliveries (organization_id, endpoint_id, type, subject, data)
         VALUES ($1, $2, 'document.ready', $3, $4) RETURNING message_id AS id`,
        [organizationId, id, subject, JSON.stringify(data)],
      );
      return noted?.id ?? '';
    },
    deliveries: async ({ path }) => {
      const page = await call('GET', `${path}/deliveries`);
      return (await readJson<{ deliveries: WebhookDelivery[] }>(page)).deliveries;
    },
    pump: () => sender.pump(),
    sendAll: async () => {
      do await sender.pump();
      while (await isDue());
    },
    skipWaits: async () => {
      await database.query(`UPDATE webhook_deliveries SET due_at = now() WHERE state = 'waiting'`);
      await database.query('UPDATE webhook_endpoints SET hold_until = NULL');
    },
    close: async () => {
      await sender.stop();
      outgoing.close();
      await receiver.kill();
      await server.close();
    },
  };
  return fixture;
}
