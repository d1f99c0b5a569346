import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { DrawingQueue } from './drawing-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A queue, and what it drew in order. */
function createQueue() {
  const queue = new DrawingQueue();
  const drawn: string[] = [];
  const add = (page: number, part: 'picture' | 'text', run = () => Promise.resolve()) =>
    queue.add({
      page,
      part,
      run: () => {
        drawn.push(`${part} ${page}`);
        return run();
      },
    });
  return { queue, drawn, add };
}

test('draws one part at a time, pictures first, the nearest to the shown page first', async () => {
  const { drawn, add } = createQueue();
  const first = Promise.withResolvers<void>();
  add(1, 'picture', () => first.promise);
  for (const page of [3, 2, 1]) add(page, 'text');
  for (const page of [3, 2]) add(page, 'picture');
  expect(drawn).toEqual(['picture 1']);
  first.resolve();
  await vi.runAllTimersAsync();
  expect(drawn).toEqual(['picture 1', 'picture 2', 'text 1', 'picture 3', 'text 2', 'text 3']);
});

test('a part that fails does not stop the others', async () => {
  const { drawn, add } = createQueue();
  add(1, 'picture', () => Promise.reject(new Error('damaged')));
  add(2, 'picture');
  await vi.runAllTimersAsync();
  expect(drawn).toEqual(['picture 1', 'picture 2']);
});

test('does not draw what was removed', async () => {
  const { drawn, add } = createQueue();
  add(1, 'picture');
  const remove = add(2, 'picture');
  remove();
  await vi.runAllTimersAsync();
  expect(drawn).toEqual(['picture 1']);
});

test('while pages scroll, draws only pictures beside the shown page; the rest afterwards', async () => {
  const { queue, drawn, add } = createQueue();
  queue.scroll(10);
  for (const page of [1, 10, 11]) {
    add(page, 'text');
    add(page, 'picture');
  }
  await vi.advanceTimersByTimeAsync(100);
  expect(drawn).toEqual(['picture 10', 'picture 11']);
  await vi.runAllTimersAsync();
  expect(drawn.slice(2)).toEqual(['text 10', 'text 11', 'picture 1', 'text 1']);
});
