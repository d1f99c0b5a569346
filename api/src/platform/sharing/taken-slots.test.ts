import { expect, test } from 'vitest';

import { TakenSlots } from './taken-slots.ts';

test('a slot is taken of every key, or of none', () => {
  const slots = new TakenSlots();
  const take = (organization: string) =>
    slots.take({ key: 'process', max: 3 }, { key: organization, max: 2 });
  const free = take('a');
  expect(take('a')).toBeDefined();
  expect(take('a')).toBeUndefined();
  expect(slots.count('process')).toBe(2);
  expect(take('b')).toBeDefined();
  expect(take('c')).toBeUndefined();
  expect(slots.count('c')).toBe(0);
  free?.();
  expect(take('c')).toBeDefined();
});

test('slots are freed once', () => {
  const slots = new TakenSlots();
  const [first] = [slots.take({ key: 'a', max: 2 }), slots.take({ key: 'a', max: 2 })];
  first?.();
  first?.();
  expect(slots.count('a')).toBe(1);
});
