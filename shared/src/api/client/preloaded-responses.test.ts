import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { makeDataset, makeId, mockApi } from '../../testing/public.ts';
import { isApiError } from '../api-error.ts';
import { preload, CALL_TIMEOUT, client, PRELOADED_AGE_MAX } from './client.ts';
import { listDatasets, listWorkspaces } from '../queries.ts';
import type { ApiResponse } from './call.ts';

const ORGANIZATION = makeId(100);
const early = makeDataset({ name: 'Early' });
const late = makeDataset({ name: 'Late' });

const responseOf = (body: unknown, status = 200): ApiResponse => ({
  status,
  text: JSON.stringify(body),
  requestId: undefined,
});

/** Does what the page's inline script does. */
function preloaded(
  response: Promise<ApiResponse>,
  organization = ORGANIZATION,
  stamp?: string | null,
): void {
  const key = `${organization} ${window.location.origin}/api/v1/datasets`;
  response.catch(() => undefined);
  window.carrelPreloaded = new Map([[key, { sentAt: performance.now(), stamp, response }]]);
}

const namesRead = async () => (await listDatasets(ORGANIZATION)).datasets.map(({ name }) => name);

beforeEach(() => {
  vi.useFakeTimers();
  mockApi.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [late] } }));
  mockApi.post('api/v1/datasets', () => ({ body: late }));
});
afterEach(() => {
  vi.useRealTimers();
  mockApi.stop();
  delete window.carrelPreloaded;
});

describe('a preloaded response', () => {
  test('is taken once, without another request', async () => {
    preloaded(Promise.resolve(responseOf({ datasets: [early] })));
    expect(await namesRead()).toEqual(['Early']);
    expect(mockApi.calls('GET')).toHaveLength(0);
    await vi.runAllTimersAsync();
    expect(await namesRead()).toEqual(['Late']);
  });

  test('is requested once, however often it is preloaded', async () => {
    preload('api/v1/datasets', ORGANIZATION);
    preload('api/v1/datasets', ORGANIZATION);
    await vi.advanceTimersByTimeAsync(PRELOADED_AGE_MAX - 1);
    expect(await namesRead()).toEqual(['Late']);
    expect(mockApi.calls('GET')).toHaveLength(1);
    preload('api/v1/datasets', ORGANIZATION);
    await vi.advanceTimersByTimeAsync(PRELOADED_AGE_MAX + 1);
    preload('api/v1/datasets', ORGANIZATION);
    await vi.advanceTimersByTimeAsync(0);
    expect(mockApi.calls('GET')).toHaveLength(3);
  });

  test('is not taken for another organization', async () => {
    preloaded(Promise.resolve(responseOf({ datasets: [early] })), makeId(101));
    expect(await namesRead()).toEqual(['Late']);
  });

  test('is not taken after a change', async () => {
    preloaded(Promise.resolve(responseOf({ datasets: [early] })));
    await client.post('api/v1/datasets', { json: { name: 'Late' } }).done();
    expect(await namesRead()).toEqual(['Late']);
  });

  test('is not taken when it is old', async () => {
    preloaded(Promise.resolve(responseOf({ datasets: [early] })));
    await vi.advanceTimersByTimeAsync(PRELOADED_AGE_MAX + 1);
    expect(await namesRead()).toEqual(['Late']);
  });

  test('is requested again when the network failed', async () => {
    preloaded(Promise.reject(new TypeError('Failed to fetch')));
    expect(await namesRead()).toEqual(['Late']);
  });

  test('of 401 has the session refreshed', async () => {
    preloaded(Promise.resolve(responseOf({ message: 'Unauthorized' }, 401)));
    mockApi.put('api/v1/accounts/sessions', () => ({ status: 204 }));
    expect(await namesRead()).toEqual(['Late']);
    expect(mockApi.calls('PUT')).toHaveLength(1);
  });

  test('of 401 from before a refresh is retried, and not refreshed again', async () => {
    preloaded(Promise.resolve(responseOf({ message: 'Unauthorized' }, 401)));
    mockApi.get('api/v1/workspaces', () =>
      mockApi.calls('PUT').length === 0 ? { status: 401 } : { body: { workspaces: [] } },
    );
    mockApi.put('api/v1/accounts/sessions', () => ({ status: 204 }));
    preload('api/v1/workspaces', ORGANIZATION);
    await vi.advanceTimersByTimeAsync(0);
    mockApi.get('api/v1/session', () =>
      mockApi.calls('PUT').length === 0 ? { status: 401 } : { status: 204 },
    );
    await client.get('api/v1/session').done();

    expect(await namesRead()).toEqual(['Late']);
    expect(await listWorkspaces(ORGANIZATION)).toEqual({ workspaces: [] });
    expect(mockApi.calls('PUT')).toHaveLength(1);
  });

  test('of 401 is not refreshed again where another tab has refreshed since', async () => {
    preloaded(Promise.resolve(responseOf({ message: 'Unauthorized' }, 401)), ORGANIZATION, null);
    localStorage.setItem('carrel-session-refreshed', 'by another tab');
    expect(await namesRead()).toEqual(['Late']);
    expect(mockApi.calls('PUT')).toHaveLength(0);
  });

  test('of 401 whose retry finds another one from before the refresh sends a request', async () => {
    preloaded(Promise.resolve(responseOf({ message: 'Unauthorized' }, 401)));
    mockApi.put('api/v1/accounts/sessions', () => {
      preloaded(Promise.resolve(responseOf({ message: 'Unauthorized' }, 401)));
      return { status: 204 };
    });
    expect(await namesRead()).toEqual(['Late']);
  });

  test('that never arrives is a timeout, and an abort ends the wait', async () => {
    preloaded(new Promise(() => undefined));
    const failure = namesRead().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(CALL_TIMEOUT);
    expect(isApiError(await failure) && (await failure)).toMatchObject({ kind: 'timeout' });

    preloaded(new Promise(() => undefined));
    const leaving = new AbortController();
    const left = client
      .get('api/v1/datasets', { organizationId: ORGANIZATION, signal: leaving.signal })
      .done();
    leaving.abort(new Error('Left'));
    await expect(left).rejects.toThrow('Left');
  });
});
