import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { makeDataset, makeId, mockApi } from '../../testing/public.ts';
import { isApiError, messageOf } from '../api-error.ts';
import { CALL_TIMEOUT, client } from './client.ts';
import { configureClient } from './client-settings.ts';
import { listDatasets } from '../queries.ts';

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('The call should have failed'),
    (error: unknown) => {
      if (!isApiError(error)) throw error;
      return error;
    },
  );

beforeEach(() => mockApi.start());
afterEach(() => {
  vi.useRealTimers();
  mockApi.stop();
});

describe('a call', () => {
  test('carries cookies, JSON and the organization, and returns what the schema describes', async () => {
    const dataset = makeDataset();
    mockApi.get('api/v1/datasets', () => ({ body: { datasets: [{ ...dataset, secret: 1 }] } }));

    expect(await listDatasets(makeId(100))).toEqual({ datasets: [dataset] });

    const [call] = mockApi.calls();
    expect(call?.headers.get('X-Organization-Id')).toBe(makeId(100));
  });

  test('sends its body as JSON and accepts a response without a body', async () => {
    mockApi.patch('api/v1/datasets/1', () => ({ status: 204 }));

    await client.patch('api/v1/datasets/1', { json: { name: 'New' } }).done();

    const [call] = mockApi.calls();
    expect(call?.body).toEqual({ name: 'New' });
    expect(call?.headers.get('content-type')).toBe('application/json');
  });

  test('is sent to the configured API with credentials included', async () => {
    const fetching = vi.fn<typeof fetch>(async () => new Response('{}'));
    vi.stubGlobal('fetch', fetching);
    configureClient({ apiUrl: 'https://api.example.com/', onAuthenticationError: () => undefined });

    await client.post('api/v1/accounts/logout').done();

    expect(fetching.mock.calls[0]?.[0]).toMatchObject({
      url: 'https://api.example.com/api/v1/accounts/logout',
      credentials: 'include',
    });
  });
});

describe('a failed call', () => {
  test('has the message of the server, with its status, fields and request id', async () => {
    const issues = [{ path: 'name', message: 'Dataset name is required' }];
    mockApi.post('api/v1/datasets', () => ({
      status: 422,
      body: { message: 'The dataset is not valid', issues },
      headers: { 'X-Request-Id': 'request-1' },
    }));

    const error = await failureOf(client.post('api/v1/datasets', { json: {} }).done());

    expect(error).toMatchObject({
      kind: 'http',
      message: 'The dataset is not valid',
      status: 422,
      issues,
      requestId: 'request-1',
    });
    expect(messageOf(error, 'Fallback')).toBe('The dataset is not valid');
  });

  test.each([['<html>Bad gateway</html>'], [''], ['{"message":7}']])(
    'has its status as message when the body has none: %s',
    async (body) => {
      mockApi.get('api/v1/datasets', () => ({ status: 502, body }));
      const error = await failureOf(listDatasets(makeId(100)));
      expect(error).toMatchObject({ kind: 'http', message: 'HTTP 502', status: 502 });
    },
  );

  test.each([['<html>The console</html>'], [''], ['{"datasets":"none"}']])(
    'is a contract failure when a success breaks its schema: %s',
    async (body) => {
      mockApi.get('api/v1/datasets', () => ({ body }));
      const error = await failureOf(listDatasets(makeId(100)));
      expect(error.kind).toBe('contract');
      expect(messageOf(error, 'Failed to fetch datasets')).toBe('Failed to fetch datasets');
    },
  );

  test('is a contract failure when the response is a page in place of the server’s', async () => {
    const body = '\n<!DOCTYPE html><title>Sign in to this network</title>';
    mockApi.post('api/v1/accounts/logout', () => ({ body }));
    const error = await failureOf(client.post('api/v1/accounts/logout').done());
    expect(error.kind).toBe('contract');
    expect(messageOf(error, 'Logout failed. Please try again.')).toBe(
      'Logout failed. Please try again.',
    );
  });

  test('is none when a success has no body, or plain text', async () => {
    for (const body of ['', 'OK']) {
      mockApi.post('api/v1/accounts/logout', () => ({ body }));
      await expect(client.post('api/v1/accounts/logout').done()).resolves.toBeUndefined();
    }
  });

  test('is a network failure when the server cannot be reached, and is not retried', async () => {
    const fetching = vi.fn<typeof fetch>(async () => {
      throw new TypeError('Failed to fetch');
    });
    vi.stubGlobal('fetch', fetching);

    const error = await failureOf(listDatasets(makeId(100)));

    expect(error).toMatchObject({
      kind: 'network',
      message: 'The server could not be reached. Check your connection and try again.',
    });
    expect(fetching).toHaveBeenCalledTimes(1);
  });

  test('is a timeout when the server does not respond in time', async () => {
    vi.useFakeTimers();
    mockApi.get('api/v1/datasets', () => new Promise(() => undefined));

    const failure = failureOf(listDatasets(makeId(100)));
    await vi.advanceTimersByTimeAsync(CALL_TIMEOUT);

    expect(await failure).toMatchObject({ kind: 'timeout' });
  });

  test('that the caller aborted rejects with the reason of the caller', async () => {
    mockApi.get('api/v1/datasets', () => new Promise(() => undefined));
    const controller = new AbortController();

    const call = client.get('api/v1/datasets', { signal: controller.signal }).json(v.unknown());
    controller.abort(new Error('gone'));

    await expect(call).rejects.toThrow('gone');
  });
});

describe('an error', () => {
  test('is recognized by its shape, whichever bundle its class comes from', () => {
    const foreign = Object.assign(new Error('No'), { name: 'ApiError', kind: 'http' });
    expect(isApiError(foreign)).toBe(true);
    expect(messageOf(foreign, 'Fallback')).toBe('No');
    expect(isApiError(new Error('No'))).toBe(false);
    expect(messageOf(new Error('No'), 'Fallback')).toBe('Fallback');
  });
});
