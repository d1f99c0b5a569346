import { queryKeys } from '@carrel/shared/api';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { listDeliveries, listWebhooks } from './webhooks.api.ts';

/** How often a log with deliveries that wait is read again. */
const WAITING_MS = 2000;

/** The webhooks of an organization. */
export const webhooksQuery = (organizationId: string) =>
  queryOptions({
    queryKey: queryKeys.webhooks(organizationId),
    queryFn: () => listWebhooks(organizationId),
  });

/** What was sent to a webhook, the newest first, of one state or of all. */
export const deliveriesQuery = (organizationId: string, webhookId: string, state: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.webhookDeliveries(organizationId, webhookId), state],
    queryFn: ({ pageParam }) =>
      listDeliveries(organizationId, webhookId, {
        ...(state !== '' && { state }),
        ...(pageParam !== '' && { cursor: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.deliveries.some((delivery) => delivery.state === 'waiting') === true
        ? WAITING_MS
        : false,
  });
