import { expect, test } from 'vitest';

import { Heap } from './heap.ts';

const NUMBERS = [5, 1, 9, 3, 9, 7, 0, 2, 8, 4, 6, 1];
const isLess = (a: number, b: number) => a < b;

function emptied(heap: Heap<number>): number[] {
  const taken: number[] = [];
  while (heap.first !== undefined) {
    taken.push(heap.first);
    heap.removeFirst();
  }
  return taken;
}

test('items come in their order, however they were added', () => {
  const sorted = NUMBERS.toSorted((a, b) => a - b);
  expect(emptied(new Heap(isLess, NUMBERS))).toEqual(sorted);
  const heap = new Heap(isLess);
  for (const each of NUMBERS) heap.push(each);
  expect(heap.size).toBe(NUMBERS.length);
  expect(emptied(heap)).toEqual(sorted);
});

test('the first item is replaced', () => {
  const heap = new Heap(isLess, [3, 1, 2]);
  heap.replaceFirst(5);
  expect(emptied(heap)).toEqual([2, 3, 5]);
});
