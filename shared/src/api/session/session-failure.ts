import { isSessionExempt } from '../../paths/public.ts';
import { ApiError } from '../api-error.ts';

/** Dispatched on the window, once, when the session has ended. */
export const SESSION_EXPIRED_EVENT = 'carrel:session-expired';

let listener: (error: ApiError) => void = () => undefined;
let announced = false;
let generation = 0;

/** Forgets an ended session and tells another listener from now on. */
export function resetSessionState(onAuthenticationError: (error: ApiError) => void): void {
  listener = onAuthenticationError;
  announced = false;
  generation += 1;
}

/** Grows whenever a refresh ends, so that a late 401 knows that its question is answered already. */
export const sessionGeneration = () => generation;

export function nextSessionGeneration(): void {
  generation += 1;
}

/** An answer to a request of this generation proves that there is a session again. */
export function sessionAnswered(startedIn: number): void {
  if (startedIn === generation) announced = false;
}

export function sessionExpired(cause?: ApiError): ApiError {
  return new ApiError('session', 'Session expired. Please login again.', { status: 401, cause });
}

/** Tells everybody that the session has ended: once, and not on the screens that do not mind. */
export function announceExpiry(error: ApiError): void {
  if (announced || isSessionExempt(window.location.pathname)) return;
  announced = true;
  window.dispatchEvent(new Event(SESSION_EXPIRED_EVENT));
  listener(error);
}
