import { messageOf, queryKeys } from '@carrel/shared/api';
import type { Webhook } from '@carrel/shared/contract/organization';
import { toast } from '@carrel/shared/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { recoverWebhook, redeliver, sendTestEvent } from '../../data/webhooks.api.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const onError = (error: unknown) => toast.error(messageOf(error, 'Failed to send'));

/** What a person sends to a webhook by hand. The log is read again after each. */
export function useSending(organizationId: string, { id }: Webhook) {
  const queryClient = useQueryClient();
  const read = () =>
    queryClient.invalidateQueries({ queryKey: queryKeys.webhookDeliveries(organizationId, id) });
  const test = useMutation({
    mutationFn: () => sendTestEvent(organizationId, id),
    onSuccess: read,
    onError,
  });
  const again = useMutation({
    mutationFn: (deliveryId: string) => redeliver(organizationId, id, deliveryId),
    onSuccess: read,
    onError,
  });
  const recovery = useMutation({
    mutationFn: (days: number) =>
      recoverWebhook(organizationId, id, new Date(Date.now() - days * DAY_MS).toISOString()),
    onSuccess: ({ count }) => {
      toast.success(
        count === 0 ? 'Nothing failed in that time' : `${count} deliveries are sent again`,
      );
      return read();
    },
    onError,
  });
  return { test, again, recovery };
}
