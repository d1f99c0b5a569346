import { rotationInputSchema } from '@carrel/shared/contract';
import {
  createWebhookInputSchema,
  updateWebhookInputSchema,
  WEBHOOKS_MAX,
  webhookListSchema,
  createdWebhookSchema,
  rotatedWebhookSecretSchema,
} from '@carrel/shared/contract/organization';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { auditOf } from '../../platform/access/audit.ts';
import { keepResponse } from '../../platform/access/idempotency/repeatable.ts';
import { allow, inOrganizationOfPath } from '../../platform/access/authenticate.ts';
import { requireReauthentication } from '../../platform/access/reauthentication/require-reauthentication.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isReachable } from '../../platform/database/reach.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/http/problems.ts';
import { createAddressPolicy, type AddressPolicy } from '../../platform/outgoing/address-policy.ts';
import { OutgoingError } from '../../platform/outgoing/outgoing-error.ts';
import { inFlightOf } from './sending/in-flight.ts';
import { webhooksOf } from './webhook-repository.ts';
import { storeNewSecret } from './webhook-secrets.ts';

const ALL = '/organizations/:id/webhooks';
const ONE = `${ALL}/:webhookId`;

/**
 * The webhooks of the organization in the path, for Owners and Admins. Once a response says that a webhook was
 * disabled, deleted or given another address, nothing more is sent to the one that it had.
 */
export function webhookRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue, settings } = dependencies;
  const routes = new Hono<ApiEnv>();
  const member = inOrganizationOfPath(dependencies);
  const inFlight = inFlightOf(queue);
  const policy = createAddressPolicy({ privateNetworks: settings.webhookNetworks });

  routes.get(
    ALL,
    member,
    allow('Admin', 'see webhooks'),
    describeRoute('listWebhooks', 'List the webhooks', { returns: webhookListSchema }),
    async (c) => {
      const { id } = c.get('organization');
      return c.json({ webhooks: await database.read(id, (tx) => webhooksOf(tx, id).list()) });
    },
  );

  routes.post(
    ALL,
    member,
    allow('Admin', 'create webhooks'),
    describeRoute('createWebhook', 'Create a webhook, and show its secret once', {
      body: createWebhookInputSchema,
      returns: createdWebhookSchema,
      status: 201,
      errors: [409],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const input = await readBody(c, createWebhookInputSchema);
      checkUrl(policy, input.url);
      const created = await c.var.tenant(async (tx, _role, session) => {
        requireReauthentication(session, 'createWebhook');
        const webhooks = webhooksOf(tx, organizationId);
        await checkDatasets(tx, organizationId, input.dataset_ids);
        if ((await webhooks.count()) >= WEBHOOKS_MAX) {
          throw conflict(
            `An organization has at most ${WEBHOOKS_MAX} webhooks. Delete one that is not needed.`,
          );
        }
        const id = await webhooks.create(input, c.get('account').id);
        const secret = await storeNewSecret(tx, organizationId, id, 0);
        await auditOf(c, tx, 'webhook.created', ['webhook', id]);
        await keepResponse(c, tx, null);
        return { id, secret };
      });
      return c.json(created, 201);
    },
  );

  routes.patch(
    ONE,
    member,
    allow('Admin', 'change webhooks'),
    describeRoute('updateWebhook', 'Change a webhook', { body: updateWebhookInputSchema }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'webhookId', 'webhook');
      const changes = await readBody(c, updateWebhookInputSchema);
      if (changes.url !== undefined) checkUrl(policy, changes.url);
      const update = () =>
        c.var.tenant(async (tx) => {
          await checkDatasets(tx, organizationId, changes.dataset_ids, id);
          const webhooks = webhooksOf(tx, organizationId);
          const told = changes.url === undefined ? [] : await webhooks.datasetIdsOf(id);
          if (!told.every(isReachable)) {
            throw forbidden('Take access to what this webhook tells of first.');
          }
          if (!(await webhooks.update(id, changes))) throw notFound('webhook');
          await auditOf(c, tx, 'webhook.updated', ['webhook', id]);
        });
      const revokes = changes.url !== undefined || changes.enabled === false;
      await (revokes ? inFlight.revoke(id, update) : update());
      return c.body(null, 204);
    },
  );

  routes.delete(
    ONE,
    member,
    allow('Admin', 'delete webhooks'),
    describeRoute('deleteWebhook', 'Delete a webhook'),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'webhookId', 'webhook');
      await inFlight.revoke(id, () =>
        c.var.tenant(async (tx) => {
          const webhooks = webhooksOf(tx, organizationId);
          if ((await webhooks.lock(id)) === undefined) throw notFound('webhook');
          await auditOf(c, tx, 'webhook.deleted', ['webhook', id]);
          await webhooks.delete(id);
        }),
      );
      return c.body(null, 204);
    },
  );

  routes.post(
    `${ONE}/rotate-secret`,
    member,
    allow('Admin', 'rotate secrets'),
    describeRoute('rotateWebhookSecret', 'Rotate the secret of a webhook', {
      body: rotationInputSchema,
      returns: rotatedWebhookSecretSchema,
      status: 201,
      errors: [409],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'webhookId', 'webhook');
      const { overlap_hours: hours } = await readBody(c, rotationInputSchema);
      const secret = await c.var.tenant(async (tx, _role, session) => {
        requireReauthentication(session, 'rotateWebhookSecret');
        const webhook = await webhooksOf(tx, organizationId).lock(id);
        if (webhook === undefined) throw notFound('webhook');
        const stored = await storeNewSecret(tx, organizationId, id, hours);
        await auditOf(c, tx, 'webhook.secret_rotated', ['webhook', id]);
        await keepResponse(c, tx, null);
        return stored;
      });
      return c.json({ secret }, 201);
    },
  );

  return routes;
}

/** A host that is a name is checked when it is connected to. */
function checkUrl(policy: AddressPolicy, url: string): void {
  try {
    policy.check(new URL(url));
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    throw invalid([{ path: 'url', message: error.message }]);
  }
}

async function checkDatasets(
  tx: Queryable,
  organizationId: string,
  datasetIds: readonly string[] | null | undefined,
  id?: string,
): Promise<void> {
  if (datasetIds === undefined || datasetIds === null) return;
  if (await webhooksOf(tx, organizationId).lacksDataset(datasetIds, id)) {
    throw invalid([{ path: 'dataset_ids', message: 'This dataset was not found' }]);
  }
}
