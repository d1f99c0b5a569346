import type { useLocation } from 'react-router-dom';

/** A location of the router. */
export type ScreenLocation = ReturnType<typeof useLocation>;

/** How many screens are kept besides the one that is shown. */
export const HIDDEN_SCREENS_MAX = 4;

/** Where the mounted screens were last shown: the shown one first. One for each path. */
export type MountedScreens = readonly [ScreenLocation, ...ScreenLocation[]];

/**
 * Returns the screens that stay mounted when another location is shown. A screen whose location was replaced by
 * another path is dropped: no step Back leads to it.
 */
export function keepScreens(
  [left, ...others]: MountedScreens,
  next: ScreenLocation,
  isReplacement: boolean,
): MountedScreens {
  const before = isReplacement ? others : [left, ...others];
  const hidden = before.filter(({ pathname }) => pathname !== next.pathname);
  return [next, ...hidden.slice(0, HIDDEN_SCREENS_MAX)];
}

/** Returns the screens without the hidden one at a path. */
export const dropScreen = ([shown, ...hidden]: MountedScreens, path: string): MountedScreens => [
  shown,
  ...hidden.filter(({ pathname }) => pathname !== path),
];
