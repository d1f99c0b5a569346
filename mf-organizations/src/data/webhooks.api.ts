import { client } from '@carrel/shared/api';
import {
  createdWebhookSchema,
  recoveredWebhookSchema,
  rotatedWebhookSecretSchema,
  webhookDeliveryPageSchema,
  webhookListSchema,
} from '@carrel/shared/contract/organization';
import type { CreateWebhookInput, UpdateWebhookInput } from '@carrel/shared/contract/organization';
import { apiPaths } from '@carrel/shared/paths';

export const listWebhooks = (organizationId: string) =>
  client.get(apiPaths.webhooks(organizationId)).json(webhookListSchema);

export const createWebhook = (organizationId: string, input: CreateWebhookInput) =>
  client.post(apiPaths.webhooks(organizationId), { json: input }).json(createdWebhookSchema);

export const updateWebhook = (organizationId: string, id: string, changes: UpdateWebhookInput) =>
  client.patch(apiPaths.webhook(organizationId, id), { json: changes }).done();

export const deleteWebhook = (organizationId: string, id: string) =>
  client.delete(apiPaths.webhook(organizationId, id)).done();

export const rotateWebhookSecret = (organizationId: string, id: string, overlapHours: number) =>
  client
    .post(apiPaths.rotateWebhookSecret(organizationId, id), {
      json: { overlap_hours: overlapHours },
    })
    .json(rotatedWebhookSecretSchema);

export const listDeliveries = (
  organizationId: string,
  id: string,
  query: { state?: string; cursor?: string },
) =>
  client.get(apiPaths.webhookDeliveries(organizationId, id, query)).json(webhookDeliveryPageSchema);

export const sendTestEvent = (organizationId: string, id: string) =>
  client.post(apiPaths.testWebhook(organizationId, id)).done();

export const redeliver = (organizationId: string, id: string, deliveryId: string) =>
  client.post(apiPaths.redeliverWebhook(organizationId, id, deliveryId)).done();

export const recoverWebhook = (organizationId: string, id: string, since: string) =>
  client
    .post(apiPaths.recoverWebhook(organizationId, id), { json: { since } })
    .json(recoveredWebhookSchema);
