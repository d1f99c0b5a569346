import { NavigationType } from 'react-router-dom';
import type { useLocation } from 'react-router-dom';

/** A location of the router. */
export type ScreenLocation = ReturnType<typeof useLocation>;

/** How many screens are kept besides the one that is shown. */
export const HIDDEN_SCREENS_MAX = 4;

/** A screen that is mounted: the one that is shown, or one that was shown before. */
export interface KeptScreen {
  /** The location that the screen was last shown at. */
  location: ScreenLocation;
  navigationType: NavigationType;
}

/** The mounted screens, the shown one first, then the last shown ones. One for each path. */
export type KeptScreens = readonly [KeptScreen, ...KeptScreen[]];

/**
 * Returns the screens that stay mounted when another location is shown. A screen whose location was
 * replaced by another path is dropped: no step Back leads to it.
 */
export function keepScreens(before: KeptScreens, shown: KeptScreen): KeptScreens {
  const [left] = before;
  const { pathname } = shown.location;
  const isReplaced =
    shown.navigationType === NavigationType.Replace && left.location.pathname !== pathname;
  const hidden = before.filter(
    (screen) => screen.location.pathname !== pathname && !(isReplaced && screen === left),
  );
  return [shown, ...hidden.slice(0, HIDDEN_SCREENS_MAX)];
}

/** Returns the screens without the hidden one at a path. */
export const dropScreen = ([shown, ...hidden]: KeptScreens, pathname: string): KeptScreens => [
  shown,
  ...hidden.filter(({ location }) => location.pathname !== pathname),
];
