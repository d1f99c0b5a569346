import { NavigationType } from 'react-router-dom';
import { expect, test } from 'vitest';

import { dropScreen, HIDDEN_SCREENS_MAX, keepScreens } from './keep-screens.ts';
import type { KeptScreens } from './keep-screens.ts';

const at = (path: string, navigationType = NavigationType.Push) => {
  const { pathname, search } = new URL(path, 'http://console');
  return {
    location: { pathname, search, hash: '', state: null as unknown, key: path },
    navigationType,
  };
};

const pathsOf = (screens: KeptScreens) =>
  screens.map(({ location }) => location.pathname + location.search);

const visit = (first: string, ...paths: (string | ReturnType<typeof at>)[]) =>
  paths.reduce<KeptScreens>(
    (screens, path) => keepScreens(screens, typeof path === 'string' ? at(path) : path),
    [at(first)],
  );

test('the shown screen is first, then the last shown ones', () => {
  expect(pathsOf(visit('/a', '/b', '/c', '/a'))).toEqual(['/a', '/c', '/b']);
});

test('a path has one screen, at its last location', () => {
  expect(pathsOf(visit('/a', '/a?q=1', '/b', '/a?q=2'))).toEqual(['/a?q=2', '/b']);
});

test('a screen at the same place keeps its location', () => {
  const [first] = visit('/a?q=1');
  const again = { ...at('/a?q=1'), location: { ...at('/a?q=1').location, key: 'other' } };
  expect(visit('/a?q=1', '/b', again)[0].location.key).toBe(first.location.key);
  const withState = { ...again, location: { ...again.location, state: { from: '/b' } } };
  expect(visit('/a?q=1', '/b', withState)[0]).toBe(withState);
});

test('no more screens are kept than the bound', () => {
  const paths = Array.from({ length: HIDDEN_SCREENS_MAX + 3 }, (_, index) => `/${index}`);
  const screens = visit('/first', ...paths);
  expect(pathsOf(screens)).toEqual(paths.toReversed().slice(0, HIDDEN_SCREENS_MAX + 1));
});

test('a screen that was left by a redirect is not kept', () => {
  expect(pathsOf(visit('/a', '/b', at('/c', NavigationType.Replace)))).toEqual(['/c', '/a']);
});

test('a screen whose query is replaced is the same screen', () => {
  expect(pathsOf(visit('/a', '/b', at('/b?q=1', NavigationType.Replace)))).toEqual([
    '/b?q=1',
    '/a',
  ]);
});

test('a hidden screen can be dropped, the shown one cannot', () => {
  const screens = visit('/a', '/b', '/c');
  expect(pathsOf(dropScreen(screens, '/a'))).toEqual(['/c', '/b']);
  expect(pathsOf(dropScreen(screens, '/c'))).toEqual(['/c', '/b', '/a']);
});
