import { describeFailure } from '@carrel/shared/api';
import type { Organization } from '@carrel/shared/contract';
import type { Webhook } from '@carrel/shared/contract/organization';
import { Box, Button, ErrorState, Flex, Stack, Text } from '@carrel/shared/ui';
import { Dialog, SelectField, Skeleton } from '@carrel/shared/ui/signed-in';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { deliveriesQuery } from '../../data/webhooks.queries.ts';
import { DeliveryItem } from './delivery-item.tsx';
import { useSending } from './use-sending.ts';

interface DeliveriesDialogProps {
  organization: Organization;
  webhook: Webhook;
  onClose: () => void;
}

const STATES = [
  { value: '', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'failed', label: 'Failed' },
  { value: 'delivered', label: 'Delivered' },
];

/** What was sent to a webhook, and sending it again. */
export function DeliveriesDialog({ organization, webhook, onClose }: DeliveriesDialogProps) {
  const [state, setState] = useState('');
  const log = useInfiniteQuery(deliveriesQuery(organization.id, webhook.id, state));
  const { test, again, recovery } = useSending(organization.id, webhook);
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries) ?? [];

  const list = () => {
    if (log.isPending) return <Skeleton height="8rem" />;
    if (log.data === undefined) {
      return (
        <ErrorState
          title="Failed to load deliveries"
          {...describeFailure(log.error)}
          retrying={log.isFetching}
          onRetry={() => void log.refetch()}
        />
      );
    }
    if (deliveries.length === 0) {
      return <Text color="fg.muted">Nothing was sent yet. Deliveries are kept for 30 days.</Text>;
    }
    return (
      <Box as="ol" aria-label="Deliveries" listStyleType="none" borderWidth="1px" borderRadius="md">
        {deliveries.map((delivery) => (
          <DeliveryItem
            key={delivery.id}
            delivery={delivery}
            onRedeliver={webhook.enabled ? () => again.mutate(delivery.id) : undefined}
            sending={again.isPending && again.variables === delivery.id}
          />
        ))}
      </Box>
    );
  };

  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={`Deliveries to ${webhook.name}`}
      description={
        webhook.enabled
          ? undefined
          : 'The webhook is disabled: nothing is sent until you enable it.'
      }
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Stack gap="4">
        <Flex gap="3" wrap="wrap" align="flex-end">
          <Box flex="1 1 8rem">
            <SelectField
              label="State"
              options={STATES}
              value={state}
              onChange={(event) => setState(event.target.value)}
            />
          </Box>
          <Button
            disabled={!webhook.enabled}
            loading={recovery.isPending}
            onClick={() => recovery.mutate(1)}
          >
            Resend failed of the last day
          </Button>
          <Button
            variant="secondary"
            disabled={!webhook.enabled}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            Send test event
          </Button>
        </Flex>
        {list()}
        {log.hasNextPage && (
          <Button loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Show more
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}
