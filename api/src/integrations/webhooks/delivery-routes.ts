import { createdSchema } from '@carrel/shared/contract';
import {
  recoverWebhookInputSchema,
  webhookDeliveryQuerySchema,
  webhookDeliveryPageSchema,
  recoveredWebhookSchema,
} from '@carrel/shared/contract/organization';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { auditOf } from '../../platform/access/audit.ts';
import { keepResponse } from '../../platform/access/idempotency/repeatable.ts';
import { allow, inOrganizationOfPath } from '../../platform/access/authenticate.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId, readQuery } from '../../platform/http/bodies/validate.ts';
import { conflict, notFound } from '../../platform/http/problems.ts';
import { byOrganization, limit } from '../../platform/http/limits/limit.ts';
import { deliveriesOf } from './delivery-repository.ts';
import { webhooksOf } from './webhook-repository.ts';

const ONE = '/organizations/:id/webhooks/:webhookId';

/** What was sent to a webhook, and sending it again, for Owners and Admins. */
export function deliveryRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const routes = new Hono<ApiEnv>();
  const member = inOrganizationOfPath(dependencies);
  const byHand = limit(database, 'webhook', byOrganization);

  routes.get(
    `${ONE}/deliveries`,
    member,
    allow('Admin', 'see deliveries of webhooks'),
    describeRoute('listWebhookDeliveries', 'List what was sent to a webhook', {
      query: webhookDeliveryQuerySchema,
      returns: webhookDeliveryPageSchema,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'webhookId', 'webhook');
      const query = readQuery(c, webhookDeliveryQuerySchema);
      const page = await database.read(organizationId, async (tx) => {
        if (!(await webhooksOf(tx, organizationId).exists(id))) throw notFound('webhook');
        return deliveriesOf(tx, organizationId, id).list(query);
      });
      return c.json(page);
    },
  );

  routes.post(
    `${ONE}/test`,
    member,
    allow('Admin', 'test webhooks'),
    byHand,
    describeRoute('testWebhook', 'Send a test event', {
      returns: createdSchema,
      status: 201,
      errors: [409],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'webhookId', 'webhook');
      const deliveryId = await c.var.tenant(async (tx) => {
        await requireEnabled(tx, organizationId, id);
        await auditOf(c, tx, 'webhook.tested', ['webhook', id]);
        const added = await deliveriesOf(tx, organizationId, id).addTest();
        await keepResponse(c, tx, { id: added });
        return added;
      });
      return c.json({ id: deliveryId }, 201);
    },
  );

  routes.post(
    `${ONE}/deliveries/:deliveryId/redeliver`,
    member,
    allow('Admin', 'send deliveries again'),
    byHand,
    describeRoute('redeliver', 'Send a delivery again', { errors: [409] }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'webhookId', 'webhook');
      const deliveryId = readId(c, 'deliveryId', 'delivery');
      await c.var.tenant(async (tx) => {
        await requireEnabled(tx, organizationId, id);
        const deliveries = deliveriesOf(tx, organizationId, id);
        if (!(await deliveries.redeliver(deliveryId))) throw notFound('delivery');
        await auditOf(c, tx, 'webhook.redelivered', ['webhook', id]);
      });
      return c.body(null, 204);
    },
  );

  routes.post(
    `${ONE}/recover`,
    member,
    allow('Admin', 'send deliveries again'),
    byHand,
    describeRoute('recoverWebhook', 'Send failed deliveries again', {
      body: recoverWebhookInputSchema,
      returns: recoveredWebhookSchema,
      errors: [409],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'webhookId', 'webhook');
      const { since } = await readBody(c, recoverWebhookInputSchema);
      const count = await c.var.tenant(async (tx) => {
        await requireEnabled(tx, organizationId, id);
        await auditOf(c, tx, 'webhook.redelivered', ['webhook', id]);
        return deliveriesOf(tx, organizationId, id).recover(since);
      });
      return c.json({ count });
    },
  );

  return routes;
}

/** Requires a webhook to which something can be sent, and has it sent at once. */
async function requireEnabled(tx: Queryable, organizationId: string, id: string): Promise<void> {
  const webhooks = webhooksOf(tx, organizationId);
  const webhook = await webhooks.lock(id);
  if (webhook === undefined) throw notFound('webhook');
  if (!webhook.enabled) throw conflict('This webhook is disabled. Enable it first.');
  await webhooks.tryNow(id);
}
