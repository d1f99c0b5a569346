import type { WebhookAttempt, WebhookDelivery } from '@carrel/shared/contract/organization';
import { Box, Button, Flex, Stack, Text } from '@carrel/shared/ui';
import { Badge, RelativeTime } from '@carrel/shared/ui/signed-in';
import { CircleCheck, CircleX, Clock, Send } from 'lucide-react';

import { eventLabel } from '../../data/event-labels.ts';

interface DeliveryItemProps {
  delivery: WebhookDelivery;
  /** Absent where nothing can be sent. */
  onRedeliver?: (() => void) | undefined;
  sending: boolean;
}

/** One delivery: its event and state, and below them its attempts. */
export function DeliveryItem({ delivery, onRedeliver, sending }: DeliveryItemProps) {
  const { type, created_at, data, log, state, next_attempt_at } = delivery;
  const { path, name } = data;
  const what = typeof path === 'string' ? path : typeof name === 'string' ? name : '';
  return (
    <Box as="li" px="4" py="3" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
      <Flex gap="3" wrap="wrap" align="center">
        <Box flex="1 1 12rem" minWidth="0">
          <Text fontWeight="medium">{eventLabel(type)}</Text>
          <Text fontSize="xs" color="fg.muted" overflowWrap="anywhere">
            {what !== '' && `${what} · `}
            <RelativeTime value={created_at} />
          </Text>
        </Box>
        <DeliveryState state={state} />
        <Button
          size="sm"
          disabled={onRedeliver === undefined}
          loading={sending}
          onClick={onRedeliver}
        >
          <Send size={14} aria-hidden /> Redeliver
        </Button>
      </Flex>
      <Stack as="ol" gap="1" mt="2" listStyleType="none" aria-label="Attempts">
        {log.map((attempt) => (
          <Attempt key={attempt.at} {...attempt} />
        ))}
        {state === 'waiting' && next_attempt_at !== null && log.length > 0 && (
          <li>
            <Text fontSize="xs" color="fg.muted">
              Next attempt <RelativeTime value={next_attempt_at} />
            </Text>
          </li>
        )}
      </Stack>
    </Box>
  );
}

function DeliveryState({ state }: Pick<WebhookDelivery, 'state'>) {
  if (state === 'delivered') {
    return (
      <Badge tone="success">
        <CircleCheck aria-hidden />
        Delivered
      </Badge>
    );
  }
  return state === 'failed' ? (
    <Badge tone="danger">
      <CircleX aria-hidden />
      Failed
    </Badge>
  ) : (
    <Badge tone="info">
      <Clock aria-hidden />
      Waiting
    </Badge>
  );
}

function Attempt({ at, ms, status, error, response }: WebhookAttempt) {
  return (
    <li>
      <Text fontSize="xs" color="fg.muted">
        <RelativeTime value={at} />
        {`: ${error ?? `status ${status ?? ''}`} (${ms} ms)`}
      </Text>
      {response !== undefined && (
        <Box as="details" fontSize="xs">
          <Box as="summary" color="fg.muted" cursor="pointer">
            Response
          </Box>
          <Box
            as="pre"
            p="2"
            borderRadius="sm"
            bg="bg.canvas"
            whiteSpace="pre-wrap"
            overflowWrap="anywhere"
          >
            {response}
          </Box>
        </Box>
      )}
    </li>
  );
}
