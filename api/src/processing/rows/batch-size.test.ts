import { expect, test } from 'vitest';

import { BatchSize } from './batch-size.ts';

test('a batch after a slow one has as many rows as fit into the time', () => {
  const size = new BatchSize({ first: 200, most: 800 });
  size.note(200, 30);
  expect(size.rows).toBe(100);
});

test('a batch after a fast one has twice as many, up to the most', () => {
  const size = new BatchSize({ first: 200, most: 500 });
  size.note(200, 5);
  expect(size.rows).toBe(400);
  size.note(400, 5);
  expect(size.rows).toBe(500);
});

test('a batch of few rows says nothing about large ones, be it fast or slow', () => {
  const size = new BatchSize({ first: 200, most: 500 });
  size.note(3, 1);
  size.note(3, 50);
  expect(size.rows).toBe(200);
});

test('no batch is smaller than the least, which is never more than the first', () => {
  const size = new BatchSize({ first: 200, most: 500 });
  size.note(200, 5000);
  expect(size.rows).toBe(50);
  const small = new BatchSize({ first: 20, most: 500 });
  small.note(20, 5000);
  expect(small.rows).toBe(20);
});

test('a time between the half and the whole changes nothing', () => {
  const size = new BatchSize({ first: 200, most: 500 });
  size.note(200, 10);
  expect(size.rows).toBe(200);
});

test('another limit has its own sizes', () => {
  const size = new BatchSize({ first: 200, most: 500 });
  size.note(200, 20, 30);
  expect(size.rows).toBe(200);
  size.note(200, 60, 30);
  expect(size.rows).toBe(100);
});
