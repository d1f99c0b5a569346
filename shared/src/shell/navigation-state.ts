/** What a navigation to the sign-in page brings along, as the router's location state. */
export interface NavigationState {
  /** Path and query of the place to return to after sign-in. */
  from?: string;
  /** A sentence that the sign-in page shows. */
  message?: string;
}

// Another site must never be a place to return to, and "//host" is one.
const isPlace = (value: unknown): value is string =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value);

/** Reads a location's state, which may be anybody's: only what has the right shape is kept. */
export function readNavigationState(state: unknown): NavigationState {
  if (typeof state !== 'object' || state === null) return {};
  const { from, message } = state as Record<string, unknown>;
  return {
    ...(isPlace(from) ? { from } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  };
}
