import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { makeDataset, makeId, mockApi } from '../../testing/public.ts';
import { isApiError } from '../api-error.ts';
import { askAhead, CALL_DEADLINE, client } from './client.ts';
import { EARLY_ANSWER_AGE_MAX } from './preloaded-responses.ts';
import { listDatasets } from '../read-calls.ts';
import type { Answer } from './transport.ts';

const ORGANIZATION = makeId(100);
const early = makeDataset({ name: 'Early' });
const late = makeDataset({ name: 'Late' });

const answerOf = (body: unknown, status = 200): Answer => ({
  status,
  text: JSON.stringify(body),
  requestId: undefined,
});

/** As the page's inline script does it. */
function askedAhead(answer: Promise<Answer>, organization = ORGANIZATION): void {
  const key = `${organization} ${window.location.origin}/api/v1/datasets`;
  answer.catch(() => undefined);
  window.carrelEarlyAnswers = new Map([[key, { askedAt: performance.now(), answer }]]);
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
  delete window.carrelEarlyAnswers;
});

describe('an answer that was asked for ahead', () => {
  test('is taken once, without another request', async () => {
    askedAhead(Promise.resolve(answerOf({ datasets: [early] })));
    expect(await namesRead()).toEqual(['Early']);
    expect(mockApi.calls('GET')).toHaveLength(0);
    await vi.runAllTimersAsync();
    expect(await namesRead()).toEqual(['Late']);
  });

  test('is asked for once, however often somebody is about to read it', async () => {
    askAhead('api/v1/datasets', ORGANIZATION);
    askAhead('api/v1/datasets', ORGANIZATION);
    await vi.advanceTimersByTimeAsync(EARLY_ANSWER_AGE_MAX - 1);
    expect(await namesRead()).toEqual(['Late']);
    expect(mockApi.calls('GET')).toHaveLength(1);
    askAhead('api/v1/datasets', ORGANIZATION);
    await vi.advanceTimersByTimeAsync(EARLY_ANSWER_AGE_MAX + 1);
    askAhead('api/v1/datasets', ORGANIZATION);
    await vi.advanceTimersByTimeAsync(0);
    expect(mockApi.calls('GET')).toHaveLength(3);
  });

  test('is not taken for another organization', async () => {
    askedAhead(Promise.resolve(answerOf({ datasets: [early] })), makeId(101));
    expect(await namesRead()).toEqual(['Late']);
  });

  test('is not taken after a change', async () => {
    askedAhead(Promise.resolve(answerOf({ datasets: [early] })));
    await client.post('api/v1/datasets', { json: { name: 'Late' } }).done();
    expect(await namesRead()).toEqual(['Late']);
  });

  test('is not taken when it has grown old', async () => {
    askedAhead(Promise.resolve(answerOf({ datasets: [early] })));
    await vi.advanceTimersByTimeAsync(EARLY_ANSWER_AGE_MAX + 1);
    expect(await namesRead()).toEqual(['Late']);
  });

  test('is asked for again when it was lost on its way', async () => {
    askedAhead(Promise.reject(new TypeError('Failed to fetch')));
    expect(await namesRead()).toEqual(['Late']);
  });

  test('that says that the session has to be refreshed has it refreshed', async () => {
    askedAhead(Promise.resolve(answerOf({ message: 'Unauthorized' }, 401)));
    mockApi.put('api/v1/accounts/sessions', () => ({ status: 204 }));
    expect(await namesRead()).toEqual(['Late']);
    expect(mockApi.calls('PUT')).toHaveLength(1);
  });

  test('that never comes is a timeout, and an abort leaves it', async () => {
    askedAhead(new Promise(() => undefined));
    const failure = namesRead().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(CALL_DEADLINE);
    expect(isApiError(await failure) && (await failure)).toMatchObject({ kind: 'timeout' });

    askedAhead(new Promise(() => undefined));
    const leaving = new AbortController();
    const left = client
      .get('api/v1/datasets', { organizationId: ORGANIZATION, signal: leaving.signal })
      .done();
    leaving.abort(new Error('Left'));
    await expect(left).rejects.toThrow('Left');
  });
});
