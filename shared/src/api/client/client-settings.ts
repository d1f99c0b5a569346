import type { ApiError } from '../api-error.ts';
import { resetSessionState } from '../session/session-failure.ts';
import { forgetSharedAnswers } from './dedupe.ts';

interface ClientSettings {
  /** Origin of the API; empty for the page's own. */
  apiUrl: string;
  /** Told once when the session has ended, beside `SESSION_EXPIRED_EVENT` on the window. */
  onAuthenticationError: (error: ApiError) => void;
}

let settings: ClientSettings = { apiUrl: '', onAuthenticationError: () => undefined };

/** Sets where the API is and who hears that the session has ended. The shell calls it at boot. */
export function configureClient(options: ClientSettings): void {
  settings = options;
  resetSessionState(options.onAuthenticationError);
  forgetSharedAnswers();
}

/** The absolute URL of an API path, whatever screen the browser shows. */
export function apiUrlOf(path: string): string {
  const base = settings.apiUrl === '' ? window.location.origin : settings.apiUrl;
  return `${base.replace(/\/+$/, '')}/${path}`;
}
