import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as v from 'valibot';

import { mockApi } from '../../testing/public.ts';
import type { MockedResponse } from '../../testing/public.ts';
import { isUnanswered, messageOf } from '../api-error.ts';
import type { ApiError } from '../api-error.ts';
import { client } from '../client/client.ts';
import { configureClient } from '../client/client-settings.ts';
import { describeFailure } from '../describe-failure.ts';
import { SESSION_EXPIRED_EVENT } from './session-state.ts';
import { REFRESH_TIMEOUT } from './session-refresh.ts';

const SESSIONS = 'api/v1/accounts/sessions';
const unauthorized: MockedResponse = { status: 401, body: { message: 'Please sign in' } };

const listener = vi.fn<(error: ApiError) => void>();
const events = vi.fn<(event: Event) => void>();
let access = false;

const read = (path: string) => client.get(path).json(v.unknown());
const outcomes = (promises: Promise<unknown>[]) => Promise.allSettled(promises);

/** Mocks a server on which the access cookie has expired, with this response to a refresh. */
function serve(refresh: () => MockedResponse | Promise<MockedResponse>, paths: string[]): void {
  for (const path of paths) {
    mockApi.get(path, () => (access ? { body: { path } } : unauthorized));
  }
  mockApi.put(SESSIONS, refresh);
}

function refreshes(): MockedResponse {
  access = true;
  return { status: 204 };
}

const fifty = Array.from({ length: 50 }, (_, index) => `api/v1/things/${index}`);

beforeEach(() => {
  access = false;
  listener.mockReset();
  events.mockReset();
  mockApi.start();
  configureClient({ apiUrl: '', onAuthenticationError: listener });
  window.addEventListener(SESSION_EXPIRED_EVENT, events);
  window.history.replaceState(null, '', '/datasets');
});
afterEach(() => {
  window.removeEventListener(SESSION_EXPIRED_EVENT, events);
  vi.useRealTimers();
  mockApi.stop();
});

describe('an expired access cookie', () => {
  test('A1: 50 parallel calls cause 1 refresh, 50 retries and 50 responses', async () => {
    serve(refreshes, fifty);

    const results = await outcomes(fifty.map(read));

    expect(results.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(mockApi.calls('PUT', SESSIONS)).toHaveLength(1);
    expect(mockApi.calls('GET')).toHaveLength(100);
    expect(events).not.toHaveBeenCalled();
  });

  test('is not refreshed again for a 401 that arrives late', async () => {
    serve(refreshes, ['api/v1/fast']);
    const late = Promise.withResolvers<MockedResponse>();
    mockApi.get('api/v1/slow', () =>
      mockApi.calls('GET', 'api/v1/slow').length === 1 ? late.promise : { body: {} },
    );

    const slow = read('api/v1/slow');
    await read('api/v1/fast');
    late.resolve(unauthorized);
    await slow;

    expect(mockApi.calls('PUT', SESSIONS)).toHaveLength(1);
  });

  test('A7: a refresh whose response is lost is retried', async () => {
    let lost = false;
    serve(() => {
      if (lost) return refreshes();
      lost = true;
      throw new TypeError('Failed to fetch');
    }, ['api/v1/thing']);

    expect(await read('api/v1/thing')).toEqual({ path: 'api/v1/thing' });
    expect(events).not.toHaveBeenCalled();
  });

  test('that another tab has just refreshed only needs the retry', async () => {
    serve(refreshes, []);
    mockApi.get('api/v1/thing', () => {
      if (access) return { body: { read: true } };
      access = true;
      localStorage.setItem('carrel-session-refreshed', 'by another tab');
      return unauthorized;
    });

    expect(await read('api/v1/thing')).toEqual({ read: true });
    expect(mockApi.calls('PUT', SESSIONS)).toHaveLength(0);
  });

  test('is refreshed by one tab after the other where the browser has locks', async () => {
    const names: string[] = [];
    const request = async (name: string, _options: LockOptions, work: () => Promise<void>) => {
      names.push(name);
      await work();
    };
    vi.stubGlobal('navigator', { locks: { request } });
    serve(refreshes, ['api/v1/thing']);

    await read('api/v1/thing');

    expect(names).toEqual(['carrel-session-refresh']);
    expect(mockApi.calls('PUT', SESSIONS)).toHaveLength(1);
  });
});

function expectOneExpiry(results: PromiseSettledResult<unknown>[]): void {
  const errors = results.map((result) =>
    result.status === 'rejected' ? (result.reason as ApiError) : undefined,
  );
  expect(errors).toHaveLength(50);
  for (const error of errors) {
    expect(error).toMatchObject({
      kind: 'session',
      message: 'Session expired. Please login again.',
    });
  }
  expect(errors[0]?.cause).toBeDefined();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(events).toHaveBeenCalledTimes(1);
}

describe('A8: a refresh that fails', () => {
  test.each([401, 500])('with %i raises one error event and is sent once', async (status) => {
    serve(() => ({ status, body: { message: 'No' } }), fifty);

    expectOneExpiry(await outcomes(fifty.map(read)));

    expect(mockApi.calls('PUT', SESSIONS)).toHaveLength(1);
    expect(mockApi.calls('GET')).toHaveLength(50);
  });

  test('by a response that never arrives raises one error event at its timeout', async () => {
    vi.useFakeTimers();
    serve(() => new Promise(() => undefined), fifty);

    const results = outcomes(fifty.map(read));
    await vi.advanceTimersByTimeAsync(REFRESH_TIMEOUT);

    expect(await results).toHaveLength(50);
    expectOneExpiry(await results);
  });

  test('raises no second event until a request has succeeded again', async () => {
    serve(() => unauthorized, ['api/v1/a', 'api/v1/b']);
    await outcomes([read('api/v1/a')]);
    await outcomes([read('api/v1/b')]);
    expect(events).toHaveBeenCalledTimes(1);

    mockApi.post('api/v1/accounts/login', () => ({ body: {} }));
    await client.post('api/v1/accounts/login', { json: {} }).done();
    await outcomes([read('api/v1/a')]);
    expect(events).toHaveBeenCalledTimes(2);
  });

  test.each([
    '/accounts/email-confirm/token',
    '/accounts/reset-password/token',
    '/organizations/accept-invitation/token',
    '/organizations/join/token',
  ])('is quiet on %s', async (path) => {
    window.history.replaceState(null, '', path);
    serve(() => unauthorized, ['api/v1/thing']);

    await expect(read('api/v1/thing')).rejects.toMatchObject({ kind: 'session' });

    expect(events).not.toHaveBeenCalled();
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('a refresh without an answer of the server', () => {
  const confirmed = vi.fn<() => void>();

  beforeEach(() => {
    confirmed.mockReset();
    configureClient({ apiUrl: '', onAuthenticationError: listener, onSessionConfirmed: confirmed });
  });

  test.each([
    ['a status of 503', () => ({ status: 503 })],
    ['a network that fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('as with %s is told apart, is tried again, and its end is announced', async (_, refresh) => {
    serve(refresh, ['api/v1/a', 'api/v1/b', 'api/v1/c']);
    const [failed] = await outcomes([read('api/v1/a')]);
    const error: unknown = failed?.status === 'rejected' ? failed.reason : undefined;
    expect(isUnanswered(error)).toBe(true);
    expect(messageOf(error, 'Failed to save')).toBe('Failed to save');
    expect(describeFailure(error).message).not.toContain('expired');
    expect(confirmed).not.toHaveBeenCalled();

    mockApi.put(SESSIONS, refreshes);
    expect(await read('api/v1/b')).toEqual({ path: 'api/v1/b' });
    expect(confirmed).toHaveBeenCalledTimes(1);

    access = false;
    mockApi.put(SESSIONS, refresh);
    await outcomes([read('api/v1/a'), read('api/v1/b')]);
    expect(listener).toHaveBeenCalledTimes(2);
    mockApi.put(SESSIONS, () => unauthorized);
    await outcomes([read('api/v1/c')]);
    expect(listener).toHaveBeenCalledTimes(3);
    expect(isUnanswered(listener.mock.lastCall?.[0])).toBe(false);
  });
});

test('a read that asks whether there is a session announces nothing', async () => {
  serve(() => unauthorized, ['api/v1/thing']);
  await expect(client.get('api/v1/thing', { quiet: true }).json(v.unknown())).rejects.toMatchObject(
    { kind: 'session' },
  );
  expect(events).not.toHaveBeenCalled();
  expect(listener).not.toHaveBeenCalled();
});

describe('a 401', () => {
  test('that stays after the retry ends the session', async () => {
    serve(() => ({ status: 204 }), ['api/v1/thing']);

    await expect(read('api/v1/thing')).rejects.toMatchObject({ kind: 'session' });

    expect(mockApi.calls('GET')).toHaveLength(2);
    expect(mockApi.calls('PUT', SESSIONS)).toHaveLength(1);
    expect(events).toHaveBeenCalledTimes(1);
  });

  test('on a call that skips the refresh ends the session at once', async () => {
    mockApi.put('api/v1/accounts/reset-password', () => unauthorized);

    await expect(
      client.put('api/v1/accounts/reset-password', { json: {}, skipRefresh: true }).done(),
    ).rejects.toMatchObject({ kind: 'session' });

    expect(mockApi.calls()).toHaveLength(1);
    expect(events).toHaveBeenCalledTimes(1);
  });
});
