import { guestApiPaths } from '../../paths/public.ts';
import { ApiError, isApiError } from '../api-error.ts';
import { apiUrlOf } from '../client/client-settings.ts';
import { sendRequest } from '../client/send-request.ts';
import {
  nextSessionGeneration,
  readStamp,
  sessionExpired,
  sessionGeneration,
  writeStamp,
} from './session-state.ts';
import type { SessionMark } from './session-state.ts';

/** Milliseconds for the response to a refresh, and for another tab's refresh. */
export const REFRESH_TIMEOUT = 10_000;

const LOCK = 'carrel-session-refresh';

let running: Promise<void> | undefined;
let lastFailure: ApiError | undefined;

async function putSession(): Promise<void> {
  const { status, requestId } = await sendRequest({
    method: 'PUT',
    url: apiUrlOf(guestApiPaths.sessions()),
    timeout: REFRESH_TIMEOUT,
    // The response alone may be lost; for a few seconds the server repeats it.
    retries: 1,
  });
  if (status < 200 || status >= 300) {
    throw new ApiError('http', 'Token refresh failed', { status, requestId });
  }
  writeStamp();
}

/** Refreshes under a lock that all tabs share; not again where another tab has just refreshed. */
async function refreshUnderLock(since: SessionMark): Promise<void> {
  const refreshUnlessDone = async () => {
    if (readStamp() === since.stamp) await putSession();
  };
  const locks = (navigator as { locks?: LockManager }).locks;
  if (locks === undefined) return refreshUnlessDone();
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), REFRESH_TIMEOUT);
  let held = false;
  try {
    await locks.request(LOCK, { signal: waiting.signal }, async () => {
      held = true;
      clearTimeout(timer);
      await refreshUnlessDone();
    });
  } catch (error) {
    // A tab that hangs with the lock must not block this one.
    if (held) throw error;
    await refreshUnlessDone();
  } finally {
    clearTimeout(timer);
  }
}

async function refreshOnce(since: SessionMark): Promise<void> {
  try {
    await refreshUnderLock(since);
    lastFailure = undefined;
    nextSessionGeneration();
  } catch (error) {
    const expired = sessionExpired(
      isApiError(error) ? error : new ApiError('http', 'Token refresh failed', { cause: error }),
    );
    lastFailure = expired;
    nextSessionGeneration();
    throw expired;
  }
}

/** Refreshes the session, once for all concurrent callers; throws `session` where that fails. */
export function refreshSession(since: SessionMark): Promise<void> {
  if (running !== undefined) return running;
  if (since.generation !== sessionGeneration()) {
    return lastFailure === undefined ? Promise.resolve() : Promise.reject(lastFailure);
  }
  running = refreshOnce(since).finally(() => {
    running = undefined;
  });
  return running;
}
