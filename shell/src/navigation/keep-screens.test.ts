import { expect, test } from 'vitest';

import { dropScreen, HIDDEN_SCREENS_MAX, keepScreens } from './keep-screens.ts';
import type { MountedScreens } from './keep-screens.ts';

const at = (path: string) => {
  const { pathname, search } = new URL(path, 'http://console');
  return { pathname, search, hash: '', state: null as unknown, key: path };
};

const pathsOf = (screens: MountedScreens) => screens.map(({ key }) => key);

const visit = (first: string, ...paths: string[]) =>
  paths.reduce<MountedScreens>(
    (screens, path) => keepScreens(screens, at(path), false),
    [at(first)],
  );

test('the shown screen is first, then the last shown ones', () => {
  expect(pathsOf(visit('/a', '/b', '/c', '/a'))).toEqual(['/a', '/c', '/b']);
});

test('a path has one screen, at its last location', () => {
  expect(pathsOf(visit('/a', '/a?q=1', '/b', '/a?q=2'))).toEqual(['/a?q=2', '/b']);
});

test('no more screens are kept than the bound', () => {
  const paths = Array.from({ length: HIDDEN_SCREENS_MAX + 3 }, (_, index) => `/${index}`);
  const screens = visit('/first', ...paths);
  expect(pathsOf(screens)).toEqual(paths.toReversed().slice(0, HIDDEN_SCREENS_MAX + 1));
});

test('a screen that was left by a redirect is not kept', () => {
  expect(pathsOf(keepScreens(visit('/a', '/b'), at('/c'), true))).toEqual(['/c', '/a']);
});

test('a screen whose query is replaced is the same screen', () => {
  expect(pathsOf(keepScreens(visit('/a', '/b'), at('/b?q=1'), true))).toEqual(['/b?q=1', '/a']);
});

test('a hidden screen can be dropped, the shown one cannot', () => {
  const screens = visit('/a', '/b', '/c');
  expect(pathsOf(dropScreen(screens, '/a'))).toEqual(['/c', '/b']);
  expect(pathsOf(dropScreen(screens, '/c'))).toEqual(['/c', '/b', '/a']);
});
