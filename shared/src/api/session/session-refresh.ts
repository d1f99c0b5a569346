import { apiPaths } from '../../paths/public.ts';
import { ApiError, isApiError } from '../api-error.ts';
import { apiUrlOf } from '../client/client-settings.ts';
import {
  announceExpiry,
  nextSessionGeneration,
  sessionAnswered,
  sessionExpired,
  sessionGeneration,
} from './session-failure.ts';
import { send } from '../client/transport.ts';

/** Milliseconds that a refresh, and the wait for another tab's, may take. */
export const REFRESH_DEADLINE = 10_000;

const LOCK = 'carrel-session-refresh';
const STAMP = 'carrel-session-refreshed';

/** What was known of the session when a request was sent. */
interface SessionMark {
  generation: number;
  stamp: string | null;
}

let running: Promise<void> | undefined;
let lastFailure: ApiError | undefined;

// Another value after each refresh, in whichever tab; a clock could stand still or go back.
function readStamp(): string | null {
  try {
    return window.localStorage.getItem(STAMP);
  } catch {
    return null;
  }
}

function writeStamp(): void {
  try {
    window.localStorage.setItem(STAMP, `${Date.now()}-${Math.random()}`);
  } catch {
    // Storage is full or forbidden: the other tabs refresh for themselves.
  }
}

const putOnce = () =>
  send({ method: 'PUT', url: apiUrlOf(apiPaths.sessions()), deadline: REFRESH_DEADLINE });

async function putSession(): Promise<void> {
  // The answer alone may be lost. The server gives the same successor again for a few seconds.
  const answer = await putOnce().catch((error: unknown) => {
    if (isApiError(error) && error.kind === 'network') return putOnce();
    throw error;
  });
  if (answer.status < 200 || answer.status >= 300) {
    throw new ApiError('http', 'Token refresh failed', {
      status: answer.status,
      requestId: answer.requestId,
    });
  }
  writeStamp();
}

/** One tab after the other; who waited for a tab that has refreshed need not refresh again. */
async function refreshInTurn(since: SessionMark): Promise<void> {
  const refreshUnlessDone = async () => {
    if (readStamp() === since.stamp) await putSession();
  };
  const locks = (navigator as { locks?: LockManager }).locks;
  if (locks === undefined) return refreshUnlessDone();
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), REFRESH_DEADLINE);
  let held = false;
  try {
    await locks.request(LOCK, { signal: waiting.signal }, async () => {
      held = true;
      clearTimeout(timer);
      await refreshUnlessDone();
    });
  } catch (error) {
    // A tab that hangs with the lock must not hold up this one for ever.
    if (held) throw error;
    await refreshUnlessDone();
  } finally {
    clearTimeout(timer);
  }
}

async function refreshOnce(since: SessionMark): Promise<void> {
  try {
    await refreshInTurn(since);
    lastFailure = undefined;
    nextSessionGeneration();
  } catch (error) {
    const expired = sessionExpired(
      isApiError(error) ? error : new ApiError('http', 'Token refresh failed', { cause: error }),
    );
    lastFailure = expired;
    nextSessionGeneration();
    announceExpiry(expired);
    throw expired;
  }
}

/** Refreshes the session, once for everybody who asks meanwhile; raises `session` when it cannot. */
function refreshSession(since: SessionMark): Promise<void> {
  if (running !== undefined) return running;
  if (since.generation !== sessionGeneration()) {
    return lastFailure === undefined ? Promise.resolve() : Promise.reject(lastFailure);
  }
  running = refreshOnce(since).finally(() => {
    running = undefined;
  });
  return running;
}

/**
 * Sends a request and answers a 401 with one refresh and one retry. A 401 that stays, or that comes to
 * a call which skips the refresh, ends the session.
 */
export async function withSession<A extends { status: number }>(
  attempt: () => Promise<A>,
  skipRefresh: boolean,
): Promise<A> {
  const mark: SessionMark = { generation: sessionGeneration(), stamp: readStamp() };
  let answer = await attempt();
  if (answer.status === 401 && !skipRefresh) {
    await refreshSession(mark);
    mark.generation = sessionGeneration();
    answer = await attempt();
  }
  if (answer.status === 401) {
    const expired = sessionExpired();
    announceExpiry(expired);
    throw expired;
  }
  if (answer.status < 300) sessionAnswered(mark.generation);
  return answer;
}
