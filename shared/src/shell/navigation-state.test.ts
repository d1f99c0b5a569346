import { expect, test } from 'vitest';

import { readNavigationState } from './navigation-state.ts';

test('a path to return to and a message are read from a location', () => {
  const state = { from: '/datasets?page=2', message: 'Please log in', other: 1 };
  expect(readNavigationState(state)).toEqual({
    from: '/datasets?page=2',
    message: 'Please log in',
  });
});

test('an intent is read from a location', () => {
  expect(readNavigationState({ intent: 'create' })).toEqual({ intent: 'create' });
});

test.each([null, undefined, 'text', { from: 7, message: {}, intent: 1 }])(
  'nothing is read from %s',
  (state) => {
    expect(readNavigationState(state)).toEqual({});
  },
);

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'datasets'])(
  'a place is one of this console: not %s',
  (from) => {
    expect(readNavigationState({ from })).toEqual({});
  },
);
