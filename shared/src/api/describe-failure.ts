import { isApiError, isUnanswered } from './api-error.ts';

/** Returns what an error card shows besides its title: the message, and the id to find in the server's log. */
export function describeFailure(error: unknown): {
  message: string | undefined;
  requestId: string | undefined;
} {
  if (isApiError(error) && isUnanswered(error)) return describeFailure(error.cause);
  return isApiError(error)
    ? { message: error.message, requestId: error.requestId }
    : { message: undefined, requestId: undefined };
}
