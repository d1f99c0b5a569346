import { isApiError } from '../api-error.ts';
import type { ApiResponse, Call } from './call.ts';
import { loadCalls } from './load-calls.ts';
import { keepPreloaded, takePreloaded } from './preloaded-responses.ts';

/**
 * Returns the response to a call: the preloaded one where there is one, else that of a new request.
 * Throws `network` and `timeout`; an aborted call throws the signal's reason.
 */
export async function send(call: Call): Promise<ApiResponse> {
  const preloaded = takePreloaded(call);
  if (preloaded === undefined) return sendNow(call);
  return preloaded.catch((error: unknown) => {
    if (isApiError(error) || call.signal?.aborted === true) throw error;
    // The page's own request failed; another may not.
    return sendNow(call);
  });
}

/** Sends a read that a screen will soon make, and keeps its response for it. */
export function sendAhead(call: Call): void {
  keepPreloaded(call, sendNow);
}

async function sendNow(call: Call): Promise<ApiResponse> {
  const { sendRequest } = await loadCalls();
  return sendRequest(call);
}
