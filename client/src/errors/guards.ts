import type { CarrelError } from './carrel-error.ts';
import type { HttpError } from './failures.ts';

const NAMES: Readonly<Record<string, unknown>> = {
  HttpError: 'http',
  NetworkError: 'network',
  TimeoutError: 'timeout',
  ContractError: 'contract',
};

/** Returns whether this is an error of the client, by its shape: two bundles may each have their own class. */
export function isCarrelError(error: unknown): error is CarrelError {
  return (
    error instanceof Error &&
    Object.hasOwn(NAMES, error.name) &&
    'kind' in error &&
    error.kind === NAMES[error.name]
  );
}

/** Returns whether the server responded with one of these statuses, or with any that is not 2xx if none is named. */
export function isHttpError(error: unknown, ...statuses: number[]): error is HttpError {
  if (!isCarrelError(error) || error.kind !== 'http') return false;
  return statuses.length === 0 || statuses.includes(error.status ?? 0);
}

/** Returns whether the same call may succeed later: the server is away, busy or too slow. */
export function isTemporary(error: unknown): boolean {
  if (!isCarrelError(error)) return false;
  if (error.kind === 'network' || error.kind === 'timeout') return true;
  return isHttpError(error, 408, 429, 502, 503, 504);
}
