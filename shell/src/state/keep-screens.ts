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

/** Whether a screen has nothing to render anew when its location becomes the other one. */
const isSamePlace = (one: ScreenLocation, other: ScreenLocation) =>
  one.pathname === other.pathname &&
  one.search === other.search &&
  one.hash === other.hash &&
  // The state of an entry of the history is a copy each time.
  (one.key === other.key || (one.state === null && other.state === null));

/**
 * Returns the screens that stay mounted when another location is shown. A screen that is mounted at the same
 * place keeps its location, so that it does not render. A screen whose location was replaced by another path
 * is dropped: no step Back leads to it.
 */
export function keepScreens(
  before: KeptScreens,
  next: KeptScreen,
  ahead: readonly KeptScreen[] = [],
): KeptScreens {
  const [left] = before;
  const { pathname } = next.location;
  const mounted = [...before, ...ahead].find(({ location }) => location.pathname === pathname);
  const shown = mounted && isSamePlace(mounted.location, next.location) ? mounted : next;
  const isReplaced =
    next.navigationType === NavigationType.Replace && left.location.pathname !== pathname;
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
