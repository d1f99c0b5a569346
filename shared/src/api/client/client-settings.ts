import type { ApiError } from '../api-error.ts';
import { resetSessionState } from './session-state.ts';
import { deleteShared } from './dedupe.ts';

interface ClientSettings {
  /** Origin of the API; empty for the page's own. */
  apiUrl: string;
  /** Called once when the session has ended, besides `SESSION_EXPIRED_EVENT` on the window. */
  onAuthenticationError: (error: ApiError) => void;
  /** Called with the first success after that. */
  onSessionConfirmed?: () => void;
}

let settings: ClientSettings = { apiUrl: '', onAuthenticationError: () => undefined };

/** Sets the API's origin and the listener for an ended session. The shell calls it at boot. */
export function configureClient(options: ClientSettings): void {
  settings = options;
  resetSessionState(options.onAuthenticationError, options.onSessionConfirmed ?? (() => undefined));
  deleteShared();
}

/** Returns the absolute URL of an API path. */
export function apiUrlOf(path: string): string {
  const base = settings.apiUrl === '' ? window.location.origin : settings.apiUrl;
  return `${base.replace(/\/+$/, '')}/${path}`;
}
