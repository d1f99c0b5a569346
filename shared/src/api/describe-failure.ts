import { isApiError } from './api-error.ts';

/** What an error card says of a failure beside its title: the sentence, and the id to find it in the server's log. */
export function describeFailure(error: unknown): {
  message: string | undefined;
  requestId: string | undefined;
} {
  return isApiError(error)
    ? { message: error.message, requestId: error.requestId }
    : { message: undefined, requestId: undefined };
}
