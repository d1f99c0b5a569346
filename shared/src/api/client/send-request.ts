import ky, { isNetworkError, isTimeoutError } from 'ky';

import { REAUTHENTICATE_HEADER, retryAfterSeconds } from '../../contract/public.ts';
import { ApiError } from '../api-error.ts';
import { ORGANIZATION_HEADER, REQUEST_ID_HEADER } from './call.ts';
import type { ApiResponse, Call } from './call.ts';

/**
 * Sends a request, cookies included, and returns the response of whatever status. Throws `network` and
 * `timeout`; an aborted call throws the signal's reason.
 */
export async function sendRequest(call: Call): Promise<ApiResponse> {
  const { method, url, json, text: body, organizationId, timeout, retries = 0, signal } = call;
  signal?.throwIfAborted();
  try {
    const request = ky(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(organizationId === undefined ? {} : { [ORGANIZATION_HEADER]: organizationId }),
        ...(body === undefined ? {} : { 'content-type': body.type }),
      },
      credentials: 'include',
      timeout,
      retry: { limit: retries, methods: [method], statusCodes: [], delay: () => 0 },
      // A 401 is no failure yet: `withSession` refreshes the session for every kind of request.
      throwHttpErrors: false,
      ...(json === undefined ? {} : { json }),
      ...(body === undefined ? {} : { body: body.text }),
      ...(signal === undefined ? {} : { signal }),
    });
    // Of ky's request, not of the response: only there does the timeout cover the body.
    const [response, text] = await Promise.all([request, request.text()]);
    const requestId = response.headers.get(REQUEST_ID_HEADER) ?? undefined;
    const reauthenticateBy = response.headers.get(REAUTHENTICATE_HEADER) ?? undefined;
    const retryAfter = retryAfterSeconds(response.headers.get('Retry-After'));
    return { status: response.status, text, requestId, retryAfter, reauthenticateBy };
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    if (isTimeoutError(error)) throw new ApiError('timeout', undefined, { cause: error });
    if (isNetworkError(error) || error instanceof TypeError) {
      throw new ApiError('network', undefined, { cause: error });
    }
    throw error;
  }
}
