import { AuthCard, Button, ErrorState, Text } from '@carrel/shared/ui';
import type { ErrorStateProps } from '@carrel/shared/ui';
import { useContext } from 'react';

import { FramedContext } from '../framed.ts';

type ScreenProblemProps = Pick<ErrorStateProps, 'title' | 'message' | 'onRetry' | 'requestId'>;

/** An error shown instead of a screen: inside the frame, or as a page of its own. */
export function ScreenProblem(problem: ScreenProblemProps) {
  const { title, message, onRetry, requestId } = problem;
  if (useContext(FramedContext)) return <ErrorState {...problem} />;
  return (
    <AuthCard title={title} description={<span role="alert">{message}</span>}>
      {onRetry !== undefined && (
        <Button variant="primary" onClick={onRetry}>
          Retry
        </Button>
      )}
      {requestId !== undefined && (
        <Text mt="3" fontSize="xs" color="fg.muted">
          Request <span>{requestId}</span>
        </Text>
      )}
    </AuthCard>
  );
}
