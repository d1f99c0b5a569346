import type { ApiError } from '../api-error.ts';
import { loadCalls } from '../client/load-calls.ts';
import { announceExpiry, markSession, sessionConfirmed, sessionExpired } from './session-state.ts';
import type { SessionMark } from './session-state.ts';

/** A response, marked by when its request was sent if that was before the attempt. */
interface SessionResponse {
  status: number;
  sentAt?: SessionMark;
}

interface SessionOptions {
  /** A 401 ends the session at once. */
  skipRefresh?: boolean;
  /** Nothing is announced: it is not known whether there is a session. */
  quiet?: boolean;
}

/**
 * Sends a request; after a 401 refreshes the session once and sends it once more. A 401 that stays, or
 * that a call with `skipRefresh` gets, ends the session: throws `session`. The second attempt is told
 * so: it must not return a response from before the refresh.
 */
export async function withSession<Result extends SessionResponse>(
  attempt: (isRetry: boolean) => Promise<Result>,
  { skipRefresh = false, quiet = false }: SessionOptions = {},
): Promise<Result> {
  const end = (error: ApiError): never => {
    if (!quiet) announceExpiry(error);
    throw error;
  };
  let mark = markSession();
  let response = await attempt(false);
  mark = response.sentAt ?? mark;
  if (response.status === 401 && !skipRefresh) {
    const { refreshSession } = await loadCalls();
    await refreshSession(mark).catch(end);
    mark = markSession();
    response = await attempt(true);
  }
  if (response.status === 401) end(sessionExpired());
  if (response.status < 300) sessionConfirmed(mark);
  return response;
}
