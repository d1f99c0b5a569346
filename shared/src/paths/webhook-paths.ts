import { apiPath } from './path.ts';
import { withQuery } from './with-query.ts';

/** Paths of the webhooks of an organization. */
export const webhookPaths = {
  webhooks: (organizationId: string) => apiPath`/organizations/${organizationId}/webhooks`,
  webhook: (organizationId: string, webhookId: string) =>
    apiPath`/organizations/${organizationId}/webhooks/${webhookId}`,
  rotateWebhookSecret: (organizationId: string, webhookId: string) =>
    apiPath`/organizations/${organizationId}/webhooks/${webhookId}/rotate-secret`,
  testWebhook: (organizationId: string, webhookId: string) =>
    apiPath`/organizations/${organizationId}/webhooks/${webhookId}/test`,
  webhookDeliveries: (
    organizationId: string,
    webhookId: string,
    query: { state?: string; cursor?: string } = {},
  ) => withQuery(apiPath`/organizations/${organizationId}/webhooks/${webhookId}/deliveries`, query),
  redeliverWebhook: (organizationId: string, webhookId: string, deliveryId: string) =>
    apiPath`/organizations/${organizationId}/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`,
  recoverWebhook: (organizationId: string, webhookId: string) =>
    apiPath`/organizations/${organizationId}/webhooks/${webhookId}/recover`,
} as const;
