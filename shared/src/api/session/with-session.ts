import { loadCalls } from '../client/load-calls.ts';
import { announceExpiry, markSession, sessionConfirmed, sessionExpired } from './session-state.ts';

/**
 * Sends a request; after a 401 refreshes the session once and sends it once more. A 401 that stays, or
 * that a call with `skipRefresh` gets, ends the session: throws `session`.
 */
export async function withSession<Result extends { status: number }>(
  attempt: () => Promise<Result>,
  skipRefresh: boolean,
): Promise<Result> {
  let mark = markSession();
  let response = await attempt();
  if (response.status === 401 && !skipRefresh) {
    const { refreshSession } = await loadCalls();
    await refreshSession(mark);
    mark = markSession();
    response = await attempt();
  }
  if (response.status === 401) {
    const expired = sessionExpired();
    announceExpiry(expired);
    throw expired;
  }
  if (response.status < 300) sessionConfirmed(mark);
  return response;
}
