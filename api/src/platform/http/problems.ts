import {
  REAUTHENTICATE_HEADER,
  ROLE_NAMES,
  type ApiKeyScope,
  type ErrorBody,
  type RoleName,
} from '@carrel/shared/contract';

import { Problem, type BusyQueue } from './problem.ts';

export const malformed = (message: string) => new Problem(400, message);

export const notSignedIn = () => new Problem(401, 'Please sign in to continue.');

/** Of an API key that is unknown, revoked or expired: the caller learns nothing else. */
export const keyInvalid = () =>
  new Problem(401, 'This API key is not valid.', { headers: { 'WWW-Authenticate': 'Bearer' } });

export const keyMissing = () =>
  new Problem(401, 'Send an API key in the Authorization header, as "Bearer carrel_key_...".', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
export const keyLacksScope = (scope: ApiKeyScope) =>
  new Problem(403, `This API key lacks the scope ${scope}.`);

export const forbidden = (message: string) => new Problem(403, message);

/** The call may be repeated after `POST /accounts/reauthenticate`; with `sso`, single sign-on is enough too. */
export const reauthenticationNeeded = (by: 'password' | 'sso') =>
  new Problem(403, 'Please confirm your password to continue.', {
    headers: { [REAUTHENTICATE_HEADER]: by },
  });

/** Names the roles that have a permission. `action` completes "Only an Owner can ...". */
export function roleNeeded(least: RoleName, action: string): Problem {
  const roles = ROLE_NAMES.slice(0, ROLE_NAMES.indexOf(least) + 1);
  const list = new Intl.ListFormat('en', { type: 'disjunction' })
    .format(roles)
    .replace(', or', ' or');
  return new Problem(403, `Only an ${list} can ${action}.`);
}

/** The same for another organization's object and for a missing one. `what` is a noun: "workspace". */
export const notFound = (what = 'page') => new Problem(404, `This ${what} was not found.`);

/** Of a path that has other methods. */
export function methodNotAllowed(allowed: readonly string[]): Problem {
  const list = new Intl.ListFormat('en').format(allowed);
  return new Problem(405, `This address takes ${list} only.`, {
    headers: { Allow: allowed.join(', ') },
  });
}

export const conflict = (message: string) => new Problem(409, message);

export const lastOwner = () =>
  new Problem(409, 'An organization needs an Owner. Make another member an Owner first.');

/** The same for an account that is deleted, which may leave several. */
export const lastOwnerOf = (names: readonly string[]) =>
  new Problem(
    409,
    `An organization needs an Owner. Make another member an Owner first, of ${new Intl.ListFormat('en').format(names.map((name) => `"${name}"`))}.`,
  );

export const tooSlow = () => new Problem(408, 'The request came too slowly. Please try again.');

export const tooLarge = (message: string) => new Problem(413, message);

export const wrongType = (message: string) => new Problem(415, message);

export const invalid = (issues: NonNullable<ErrorBody['issues']>) =>
  new Problem(422, issues[0]?.message ?? 'The request is invalid', { issues });

export const tooManyRequests = (
  retryAfterSeconds: number,
  message = 'Too many requests',
  busy?: BusyQueue,
) => new Problem(429, message, { retryAfterSeconds, ...(busy !== undefined && { busy }) });

/** Of a queue of this process that is full: every caller may try again. */
export const queueFull = (busy: BusyQueue, retryAfterSeconds: number, message: string) =>
  new Problem(503, message, { retryAfterSeconds, busy });

/** Of a request whose client waits no longer. Nobody reads it. */
export const abandoned = () =>
  new Problem(503, 'The client waits no longer.', { retryAfterSeconds: 1, isExpected: true });

/** Of a service that the operator chose, and that failed. The message is for users. */
export const serviceFailed = (message: string) => new Problem(502, message, { isExpected: true });

export const notReady = () =>
  new Problem(503, 'The service is not ready. Please try again in a moment.', {
    retryAfterSeconds: 1,
  });

export const notChecked = () =>
  new Problem(
    503,
    'The archive could not be checked just now. Please upload it again in a moment.',
    {
      retryAfterSeconds: 5,
    },
  );

export const storageUnavailable = () =>
  new Problem(503, 'The stored files cannot be reached just now. Please try again in a moment.', {
    retryAfterSeconds: 5,
  });

export const diskFull = () =>
  new Problem(507, 'The server has no space left. Please tell its operator.');

export const unexpected = () =>
  new Problem(500, 'Something went wrong on our side. Please try again.');
