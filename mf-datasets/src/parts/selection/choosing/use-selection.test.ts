import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';

import { useSelection } from './use-selection.ts';

const LISTED = ['a', 'b', 'c', 'd', 'e'];

function select(of = 'folder', listed: readonly string[] = LISTED) {
  const hook = renderHook(({ of, listed }) => useSelection(of, listed), {
    initialProps: { of, listed },
  });
  return {
    ...hook,
    now: () => hook.result.current,
    toggle: (id: string, range = false) => act(() => hook.result.current.toggle(id, range)),
  };
}

test('a document is chosen, and no longer chosen the second time', () => {
  const { now, toggle } = select();
  toggle('d');
  toggle('b');
  expect(now().ids).toEqual(['b', 'd']);
  toggle('d');
  expect(now().ids).toEqual(['b']);
});

test.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['c', 'c', ['c']],
])('a range from %s to %s chooses all between them', (from, to, ids) => {
  const { now, toggle } = select();
  toggle(from);
  toggle(to, true);
  expect(now().ids).toEqual(ids);
});

test('a range without a beginning is one document', () => {
  const { now, toggle } = select();
  toggle('c', true);
  expect(now().ids).toEqual(['c']);
});

test('everything is chosen, until one of it is not', () => {
  const { now, toggle } = select();
  act(() => now().chooseWhole());
  expect(now()).toMatchObject({ ids: LISTED, isWhole: true });
  expect(now().has('not loaded yet')).toBe(true);
  toggle('b');
  expect(now()).toMatchObject({ ids: ['a', 'c', 'd', 'e'], isWhole: false });
});

test('a chosen document that leaves the list is no longer counted', () => {
  const { now, toggle, rerender } = select();
  toggle('a');
  toggle('b');
  rerender({ of: 'folder', listed: ['b', 'c'] });
  expect(now().ids).toEqual(['b']);
});

test('a choice is not carried over to another list', () => {
  const { now, toggle, rerender } = select();
  toggle('a');
  rerender({ of: 'another folder', listed: LISTED });
  expect(now().ids).toEqual([]);
  expect(now().has('a')).toBe(false);
  toggle('b');
  expect(now().ids).toEqual(['b']);
});

test('clearing chooses nothing', () => {
  const { now } = select();
  act(() => now().choose(['a', 'e']));
  act(() => now().clear());
  expect(now()).toMatchObject({ ids: [], isWhole: false });
});
