/** The router's location state: what a navigation passes to the next screen. */
export interface NavigationState {
  /** For the sign-in page: path and query to return to. */
  from?: string;
  /** For the sign-in page: a sentence to show. */
  message?: string;
  /** What the screen is to do on arrival, such as `create`: see `useIntent`. */
  intent?: string;
}

// Never another site, which "//host" is too.
const isPlace = (value: unknown): value is string =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value);

/** Returns the valid part of a location's state, which other code may have written. */
export function readNavigationState(state: unknown): NavigationState {
  if (typeof state !== 'object' || state === null) return {};
  const { from, message, intent } = state as Record<string, unknown>;
  return {
    ...(isPlace(from) ? { from } : {}),
    ...(typeof message === 'string' ? { message } : {}),
    ...(typeof intent === 'string' ? { intent } : {}),
  };
}
