import { SESSION_STAMP } from '../../contract/public.ts';
import { isSessionExempt } from '../../paths/public.ts';
import { ApiError, isUnanswered } from '../api-error.ts';

/** Dispatched on the window, once, when the session has ended; its detail is the error. */
export const SESSION_EXPIRED_EVENT = 'carrel:session-expired';

let listener: (error: ApiError) => void = () => undefined;
let confirmedListener: () => void = () => undefined;
let announced: 'nothing' | 'unanswered' | 'ended' = 'nothing';
let generation = 0;
let firstGeneration = 0;

/** Sets the listeners, and lets the next end of a session be announced. */
export function resetSessionState(
  onAuthenticationError: (error: ApiError) => void,
  onSessionConfirmed: () => void,
): void {
  listener = onAuthenticationError;
  confirmedListener = onSessionConfirmed;
  announced = 'nothing';
  generation += 1;
  firstGeneration = generation;
}

/** Grows whenever a refresh ends: a late 401 of an older generation needs no refresh of its own. */
export const sessionGeneration = () => generation;

export function nextSessionGeneration(): void {
  generation += 1;
}

/** The stamp of the last refresh, of whichever tab. */
export function readStamp(): string | null {
  try {
    return window.localStorage.getItem(SESSION_STAMP);
  } catch {
    return null;
  }
}

export function writeStamp(): void {
  try {
    // A random value, since a clock could stand still or go back.
    window.localStorage.setItem(SESSION_STAMP, `${Date.now()}-${Math.random()}`);
  } catch {
    // Storage is full or forbidden: the other tabs refresh for themselves.
  }
}

/** The state of the session when a request was sent. */
export interface SessionMark {
  generation: number;
  stamp: string | null;
}

export const markSession = (): SessionMark => ({ generation, stamp: readStamp() });

/** The mark of a request that the page's inline script sent, with the stamp that it read. */
export const markOfPage = (stamp = readStamp()): SessionMark => ({
  generation: firstGeneration,
  stamp,
});

/** A success of a request that was sent at this mark proves that there is a session again. */
export function sessionConfirmed(mark: SessionMark): void {
  if (mark.generation !== generation || announced === 'nothing') return;
  announced = 'nothing';
  confirmedListener();
}

export function sessionExpired(cause?: ApiError): ApiError {
  return new ApiError('session', 'Session expired. Please login again.', { status: 401, cause });
}

/**
 * Announces that the session has ended: once, and not on the exempt screens. A refresh that the server
 * did not answer is announced as well, and the end after it once more.
 */
export function announceExpiry(error: ApiError): void {
  const news = isUnanswered(error) ? 'unanswered' : 'ended';
  if (announced === 'ended' || announced === news) return;
  if (isSessionExempt(window.location.pathname)) return;
  announced = news;
  window.dispatchEvent(new CustomEvent(SESSION_EXPIRED_EVENT, { detail: error }));
  listener(error);
}
