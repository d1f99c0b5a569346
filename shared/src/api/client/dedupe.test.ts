import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as v from 'valibot';

import { makeDataset, makeId, mockApi } from '../../testing/public.ts';
import type { MockedResponse } from '../../testing/public.ts';
import { client } from './client.ts';
import { listDatasets } from '../queries.ts';
import {
  CLEAN_UP_INTERVAL,
  DEDUPE_WINDOW,
  SHARED_AFTER_ARRIVAL,
  SHARED_RESPONSES_MAX,
  sharedResponseCount,
} from './dedupe.ts';

const PATH = 'api/v1/datasets';
const sent = () => mockApi.calls('GET').length;
const read = (path = PATH, signal?: AbortSignal) =>
  client.get(path, signal === undefined ? {} : { signal }).json(v.unknown());

beforeEach(() => {
  vi.useFakeTimers();
  mockApi.start();
  mockApi.get(PATH, () => ({ body: { datasets: [makeDataset()] } }));
});
afterEach(() => {
  vi.useRealTimers();
  mockApi.stop();
});

describe('identical reads', () => {
  test('are sent once, and each caller gets its own copy', async () => {
    const [first, second] = await Promise.all([
      listDatasets(makeId(100)),
      listDatasets(makeId(100)),
    ]);
    expect(sent()).toBe(1);
    expect(first).toEqual(second);
    expect(first).not.toBe(second);
  });

  test('differ by their path and by their organization', async () => {
    await Promise.all([
      listDatasets(makeId(100)),
      listDatasets(makeId(101)),
      read(`${PATH}?page=2`),
    ]);
    expect(sent()).toBe(3);
  });

  test('share a response for 100 ms after it has arrived', async () => {
    await read();
    await vi.advanceTimersByTimeAsync(SHARED_AFTER_ARRIVAL - 1);
    await read();
    expect(sent()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sharedResponseCount()).toBe(0);
    await read();
    expect(sent()).toBe(2);
  });

  test('join a request that is younger than 500 ms, not an older one', async () => {
    mockApi.get(PATH, async () => {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      return { body: {} };
    });
    const reads = [read()];
    await vi.advanceTimersByTimeAsync(DEDUPE_WINDOW - 1);
    reads.push(read());
    expect(sent()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    reads.push(read());
    await vi.advanceTimersByTimeAsync(5000);
    await Promise.all(reads);
    expect(sent()).toBe(2);
  });

  test('join no older one, also where the clock of the device was set back', async () => {
    mockApi.get(PATH, async () => {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      return { body: {} };
    });
    const reads = [read()];
    await vi.advanceTimersByTimeAsync(DEDUPE_WINDOW);
    vi.setSystemTime(Date.now() - 3_600_000);
    reads.push(read());
    await vi.advanceTimersByTimeAsync(5000);
    await Promise.all(reads);
    expect(sent()).toBe(2);
  });

  test('are cleaned up, and no timer is left', async () => {
    mockApi.get(PATH, () => new Promise(() => undefined));
    const controller = new AbortController();
    const reading = read(PATH, controller.signal).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(CLEAN_UP_INTERVAL - 1);
    expect(sharedResponseCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sharedResponseCount()).toBe(0);
    controller.abort();
    await reading;
    // The request is aborted a little later than its caller.
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('are shared for at most 100 different requests, the oldest is deleted first', async () => {
    mockApi.get(PATH, () => new Promise(() => undefined));
    for (let page = 0; page <= SHARED_RESPONSES_MAX; page += 1) {
      read(`${PATH}?page=${page}`).catch(() => undefined);
    }
    expect(sharedResponseCount()).toBe(SHARED_RESPONSES_MAX);
    read(`${PATH}?page=1`).catch(() => undefined);
    read(`${PATH}?page=0`).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent()).toBe(SHARED_RESPONSES_MAX + 2);
  });

  test('are sent again after a change and after a failure', async () => {
    mockApi.post(PATH, () => ({ status: 201, body: {} }));
    await read();
    await client.post(PATH, { json: {} }).done();
    await read();
    expect(sent()).toBe(2);

    mockApi.get(PATH, () => ({ status: 500 }));
    await vi.advanceTimersByTimeAsync(SHARED_AFTER_ARRIVAL);
    await read().catch(() => undefined);
    await read().catch(() => undefined);
    expect(sent()).toBe(4);
  });

  test('survive the abort of one caller and end with the abort of the last', async () => {
    const response = Promise.withResolvers<MockedResponse>();
    mockApi.get(PATH, () => response.promise);
    const [leaving, staying] = [new AbortController(), new AbortController()];
    const left = read(PATH, leaving.signal);
    const stayed = read(PATH, staying.signal);
    await vi.advanceTimersByTimeAsync(1);

    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    expect(mockApi.calls()[0]?.signal.aborted).toBe(false);
    response.resolve({ body: 'null' });
    expect(await stayed).toBeNull();

    await vi.advanceTimersByTimeAsync(SHARED_AFTER_ARRIVAL);
    const alone = new AbortController();
    mockApi.get(PATH, () => new Promise(() => undefined));
    const aborted = read(PATH, alone.signal).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(1);
    alone.abort();
    await aborted;
    expect(mockApi.calls()[1]?.signal.aborted).toBe(true);
  });
});
