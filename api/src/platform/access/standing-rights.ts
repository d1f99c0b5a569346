import { AsyncResource } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';

import type { ApiContext, StandingRights } from '../http/api-context.ts';
import { forCaller, hasLost, reachHere } from '../database/reach.ts';
import { notFound } from '../http/problems.ts';
import { beforeCommit } from '../http/running-requests.ts';

/** Rights that were read longer ago are read again before the response. */
export const FRESH_MILLISECONDS = 50;

/** Headers of a response that say nothing of what it returns. */
const GENERAL_HEADERS =
  /^(?:access-control-.*|cache-control|content-security-policy|cross-origin-resource-policy|.*ratelimit.*|referrer-policy|strict-transport-security|vary|x-content-type-options|x-request-id)$/;

/**
 * Runs the rest of a request for a caller whose rights `read` checks: now, once the request's body has arrived if it
 * arrived later, and before the response if that took long. Rights that were lost meanwhile end the request, and
 * nothing of its response is sent. Each kind of caller passes through here, and reaches what `read` allows.
 * @throws What `read` throws.
 */
export const withRights = <Result extends Response | undefined>(
  c: ApiContext,
  read: (isAgain: boolean) => Promise<unknown>,
  rest: () => Promise<Result>,
): Promise<Result> => forCaller(() => withStandingRights(c, read, rest));

async function withStandingRights<Result extends Response | undefined>(
  c: ApiContext,
  read: (isAgain: boolean) => Promise<unknown>,
  rest: () => Promise<Result>,
): Promise<Result> {
  // Node.js calls a handler between the headers and the body, also where both came together.
  if (!isRead(c)) await setImmediate();
  // Rights that are read after the body need no second look.
  const isWhole = c.env?.incoming?.complete === true;
  let readAt = performance.now();
  let isConfirmed = false;
  const checks: (() => void)[] = [];
  const rights: StandingRights = {
    // A stream asks while its reader pulls, outside of what runs for the caller.
    require: AsyncResource.bind(async (milliseconds: number) => {
      const now = performance.now();
      if (now - readAt < milliseconds) return;
      const before = { ...reachHere() };
      await read(true);
      // What was read before may be of what is out of reach by now.
      if (hasLost(before, reachHere())) throw notFound('dataset');
      for (const required of checks) required();
      readAt = now;
    }),
    requireAfterBody: () => (isWhole ? Promise.resolve() : rights.require(0)),
    check: (required) => {
      required();
      checks.push(required);
    },
    confirm: () => {
      readAt = performance.now();
      isConfirmed = true;
    },
  };
  c.set('rights', rights);
  await read(false);
  const response = await rest();
  // A refusal of the rights themselves, or a failure, returns nothing.
  const { status } = response ?? c.res;
  if (status === 401 || status === 403 || status >= 500) return response;
  // What the transaction changed may have ended the caller's own rights, as signing out does.
  if (isConfirmed && !isRead(c)) return response;
  try {
    await rights.require(FRESH_MILLISECONDS);
  } catch (error) {
    discard(c, response);
    throw error;
  }
  return response;
}

/**
 * Returns what a transaction returns in which the caller's rights are checked. It is rolled back if the request was
 * refused meanwhile, as the server stops.
 */
export async function confirmed<T, Given extends unknown[]>(
  c: ApiContext,
  work: (...given: Given) => Promise<T>,
  transaction: (work: (...given: Given) => Promise<T>) => Promise<T>,
): Promise<T> {
  const response = isRead(c) ? undefined : c.env?.outgoing;
  const result = await transaction(async (...given) => {
    const done = await work(...given);
    if (response !== undefined) beforeCommit(response);
    return done;
  });
  c.get('rights').confirm();
  return result;
}

const isRead = (c: ApiContext) => c.req.method === 'GET' || c.req.method === 'HEAD';

/** Drops a response, with the headers that describe it. */
function discard(c: ApiContext, response: Response | undefined): void {
  const dropped = response ?? c.res;
  dropped.body?.cancel().catch(() => undefined);
  if (!c.finalized) return;
  const headers = [...dropped.headers].filter(([name]) => GENERAL_HEADERS.test(name));
  // Otherwise the headers of the dropped response are added to those of the next one.
  c.res = undefined;
  c.res = new Response(null, { headers });
}
