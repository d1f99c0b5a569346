import { expect, test } from 'vitest';

import { createFairQueue, type FairQueue } from './fair-queue.ts';

/** Takes items one after the other, each of which takes as long as `times` says. */
function takeAll(queue: FairQueue<string>, times: (item: string) => number = () => 1): string[] {
  const taken: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    taken.push(next.item);
    next.end(times(next.item));
  }
  return taken;
}

test('owners take turns, and their own items keep their order', () => {
  const queue = createFairQueue<string>();
  for (const item of ['a1', 'a2', 'a3']) queue.add({ id: 'a' }, item);
  for (const item of ['b1', 'b2']) queue.add({ id: 'b' }, item);
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

test('an owner whose items take long has fewer turns', () => {
  const queue = createFairQueue<string>();
  for (const item of ['a1', 'a2', 'a3']) queue.add({ id: 'a' }, item);
  for (const item of ['b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7', 'b8']) queue.add({ id: 'b' }, item);
  const taken = takeAll(queue, (item) => (item.startsWith('a') ? 4 : 1));
  expect(taken.slice(0, 10)).toEqual(['a1', 'b1', 'b2', 'b3', 'b4', 'a2', 'b5', 'b6', 'b7', 'b8']);
});

test('an owner has a second slot only while no other waits for its first', () => {
  const queue = createFairQueue<string>();
  queue.add({ id: 'a' }, 'a1');
  queue.add({ id: 'a' }, 'a2');
  queue.add({ id: 'a' }, 'a3');
  const first = queue.take();
  expect(first?.item).toBe('a1');
  expect(queue.take()?.item).toBe('a2');
  queue.add({ id: 'b' }, 'b1');
  queue.add({ id: 'c' }, 'c1');
  expect(queue.take()?.item).toBe('b1');
  first?.end(1);
  expect(queue.take()?.item).toBe('c1');
  expect(queue.take()?.item).toBe('a3');
});

test('an owner that joins late does not claim the time before', () => {
  const queue = createFairQueue<string>();
  for (let count = 0; count < 20; count += 1) queue.add({ id: 'a' }, `a${count}`);
  for (let count = 0; count < 10; count += 1) queue.take()?.end(100);
  for (let count = 0; count < 10; count += 1) queue.add({ id: 'b' }, `b${count}`);
  const taken = takeAll(queue, () => 100).slice(0, 6);
  expect(taken.filter((item) => item.startsWith('a'))).toHaveLength(3);
});

test('an owner that adds one item after the other does not escape the time of the last', () => {
  const queue = createFairQueue<string>();
  for (let count = 0; count < 8; count += 1) queue.add({ id: 'b' }, `b${count}`);
  queue.add({ id: 'a' }, 'a0');
  const taken: string[] = [];
  for (let count = 1; count <= 8; count += 1) {
    const next = queue.take();
    taken.push(next?.item ?? '');
    next?.end(next.item.startsWith('a') ? 4 : 1);
    if (next?.item.startsWith('a') === true) queue.add({ id: 'a' }, `a${count}`);
  }
  expect(taken.filter((item) => item.startsWith('a'))).toHaveLength(2);
});

test('a queue without items is empty', () => {
  const queue = createFairQueue<string>();
  queue.add({ id: 'a' }, 'a1');
  expect(queue.size).toBe(1);
  expect(queue.clear()).toEqual(['a1']);
  expect(queue.size).toBe(0);
  expect(queue.take()).toBeUndefined();
});

test('it is unfair that an owner waits for a first slot while another has two', () => {
  const queue = createFairQueue<string>();
  queue.add({ id: 'a' }, 'a1');
  queue.add({ id: 'a' }, 'a2');
  queue.add({ id: 'a' }, 'a3');
  const first = queue.take();
  queue.take();
  expect(queue.isUnfair).toBe(false);
  queue.add({ id: 'b' }, 'b1');
  expect(queue.isUnfair).toBe(true);
  first?.end(1);
  expect(queue.isUnfair).toBe(false);
});

test('an owner with a larger share has more turns', () => {
  const queue = createFairQueue<string>();
  for (let count = 0; count < 9; count += 1) {
    queue.add({ id: 'a', share: 3 }, `a${count}`);
    queue.add({ id: 'b' }, `b${count}`);
  }
  const taken = takeAll(queue).slice(0, 8);
  expect(taken.filter((item) => item.startsWith('a'))).toHaveLength(6);
});

test('slow items leave a slot to others that wait, of their own owner too', () => {
  const queue = createFairQueue<string>({ slowMax: 1 });
  for (const item of ['s1', 's2', 's3']) queue.add({ id: 'a' }, item, { isSlow: true });
  queue.add({ id: 'a' }, 'quick 1');
  queue.add({ id: 'a' }, 'quick 2');
  const slow = queue.take();
  expect(slow?.item).toBe('s1');
  expect(queue.take()?.item).toBe('quick 1');
  expect(queue.take()?.item).toBe('quick 2');
  expect(queue.take()?.item).toBe('s2');
});

test('slow items have all slots while nothing else waits, and then it is unfair', () => {
  const queue = createFairQueue<string>({ slowMax: 1 });
  for (const item of ['s1', 's2', 's3']) queue.add({ id: 'a' }, item, { isSlow: true });
  queue.take();
  queue.take();
  expect(queue.isUnfair).toBe(false);
  queue.add({ id: 'a' }, 'quick');
  expect(queue.isUnfair).toBe(true);
  expect(queue.take()?.item).toBe('quick');
  expect(queue.isUnfair).toBe(false);
});

test('callers of an owner take turns, and their own items keep their order', () => {
  const queue = createFairQueue<string>();
  for (const item of ['x1', 'x2', 'x3']) queue.add({ id: 'a', caller: 'x' }, item);
  queue.add({ id: 'a', caller: 'y' }, 'y1');
  expect(queue.take()?.item).toBe('x1');
  expect(queue.take()?.item).toBe('y1');
  expect(queue.take()?.item).toBe('x2');
});

test('items that turn out to take long are slow, as are the next ones of their caller', () => {
  const queue = createFairQueue<string>({ slowMax: 1 });
  for (const owner of ['a', 'b', 'c']) queue.add({ id: owner }, `${owner}1`);
  queue.take()?.markSlow();
  expect(queue.isHeldUp).toBe(false);
  queue.take()?.markSlow();
  expect([queue.isHeldUp, queue.isUnfair]).toEqual([true, true]);
  queue.add({ id: 'd' }, 'd1');
  queue.add({ id: 'a' }, 'a2');
  expect(queue.take()?.item).toBe('c1');
  expect(queue.take()?.item).toBe('d1');
  expect(queue.hasQuick).toBe(true);
  expect(queue.take()?.item).toBe('a2');
});

test('a large item says nothing about the others of its owner', () => {
  const queue = createFairQueue<string>({ slowMax: 1 });
  queue.add({ id: 'a' }, 'large', { isSlow: true });
  queue.take()?.markSlow();
  queue.add({ id: 'a' }, 'large 2', { isSlow: true });
  queue.add({ id: 'a' }, 'small');
  expect(queue.take()?.item).toBe('small');
});

test('an item that is removed is not taken', () => {
  const queue = createFairQueue<string>();
  queue.add({ id: 'a' }, 'a1');
  queue.add({ id: 'a' }, 'a2');
  expect(queue.remove('a1')).toBe(true);
  expect(queue.remove('a1')).toBe(false);
  expect(takeAll(queue)).toEqual(['a2']);
});
