import { chakra } from '@chakra-ui/react/styled-system';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from './controls/button.tsx';
import { Heading } from './heading.tsx';
import { Text } from './text.tsx';

const Frame = chakra('div', {
  base: {
    display: 'grid',
    justifyItems: 'center',
    gap: '1',
    px: '6',
    py: '10',
    textAlign: 'center',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'lg',
  },
});
const Mark = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '10',
    mb: '2',
    borderRadius: 'full',
    bg: 'danger.subtle',
    color: 'danger.fg',
  },
});

export interface ErrorStateProps {
  /** What happened. */
  title: string;
  /** What to do about it. */
  message?: ReactNode;
  /** Retries what failed, and only that. */
  onRetry?: (() => void) | undefined;
  retryLabel?: string | undefined;
  retrying?: boolean | undefined;
  /** Lets the operator find the failure in the log. */
  requestId?: string | undefined;
}

/** Shown in place of what could not be loaded. */
export function ErrorState({
  title,
  message,
  onRetry,
  retryLabel = 'Retry',
  retrying,
  requestId,
}: ErrorStateProps) {
  return (
    <Frame role="alert">
      <Mark>
        <TriangleAlert size={20} aria-hidden />
      </Mark>
      <Heading fontSize="md">{title}</Heading>
      {message !== undefined && (
        <Text color="fg.muted" maxWidth="28rem">
          {message}
        </Text>
      )}
      {onRetry !== undefined && (
        <Button mt="3" onClick={onRetry} loading={retrying}>
          {retryLabel}
        </Button>
      )}
      {requestId !== undefined && (
        <Text mt="3" fontSize="xs" color="fg.muted">
          Request <chakra.span fontFamily="mono">{requestId}</chakra.span>
        </Text>
      )}
    </Frame>
  );
}
