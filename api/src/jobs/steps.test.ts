import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Database } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import { runSteps, startSteps, stepCountsOf, type Step } from './steps.ts';

// Steps are told apart by the database of their server, and use nothing of it here.
const database = {} as Database;
let lines: string[];
const log = createLog((line) => lines.push(line));

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const step = (name: string, more: Partial<Step<string[]>> = {}): Step<string[]> => ({
  name,
  run: (ran) => Promise.resolve(ran.push(name)),
  ...more,
});

test('a step that fails keeps no other from running, and is logged and counted by its name', async () => {
  const ran: string[] = [];
  const bad = step('bad', { run: () => Promise.reject(new Error('a poisoned row')) });
  await runSteps([step('first'), bad, step('last')], ran, { database, log });
  expect(ran).toEqual(['first', 'last']);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ level: 'error', message: 'a step failed', step: 'bad' }),
  ]);
  expect(stepCountsOf(database).get('bad')).toMatchObject({ done: 0, failed: 1 });
  expect(stepCountsOf(database).get('last')).toMatchObject({ done: 1, failed: 0 });
});

test('steps run at the start, and from time to time until they are stopped', async () => {
  const ran: string[] = [];
  const steps = [
    step('start', { atStart: true }),
    step('both', { atStart: true, everySeconds: 60 }),
    step('later', { everySeconds: 60 }),
  ];
  const stop = await startSteps(steps, ran, { database, log });
  expect(ran).toEqual(['start', 'both']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ran).toEqual(['start', 'both', 'both', 'later']);
  await stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ran).toHaveLength(4);
});

test('a step is not run again while it runs, and stopping waits for it', async () => {
  const ran: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = step('slow', { everySeconds: 1, run: () => promise.then(() => ran.push('slow')) });
  const stop = await startSteps([slow], ran, { database, log });
  await vi.advanceTimersByTimeAsync(3000);
  const stopped = stop();
  resolve();
  await stopped;
  expect(ran).toEqual(['slow']);
});

test('stopping waits for a step that does not end no longer than for jobs', async () => {
  const endless = step('endless', { everySeconds: 1, run: () => new Promise(() => undefined) });
  const stop = await startSteps([endless], [], { database, log });
  await vi.advanceTimersByTimeAsync(1000);
  const stopped = stop();
  await vi.advanceTimersByTimeAsync(8000);
  await expect(stopped).resolves.toBeUndefined();
});
