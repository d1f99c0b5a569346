/** What a navigation brings along for the screen it leads to, as the router's location state. */
export interface NavigationState {
  /** For the sign-in page: path and query of the place to return to. */
  from?: string;
  /** For the sign-in page: a sentence to show. */
  message?: string;
  /** What the screen is to do on arrival, such as `create`: see `useIntent`. */
  intent?: string;
}

// Another site must never be a place to return to, and "//host" is one.
const isPlace = (value: unknown): value is string =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value);

/** Reads a location's state, which may be anybody's: only what has the right shape is kept. */
export function readNavigationState(state: unknown): NavigationState {
  if (typeof state !== 'object' || state === null) return {};
  const { from, message, intent } = state as Record<string, unknown>;
  return {
    ...(isPlace(from) ? { from } : {}),
    ...(typeof message === 'string' ? { message } : {}),
    ...(typeof intent === 'string' ? { intent } : {}),
  };
}
