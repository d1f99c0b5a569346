/**
 * The search screen of a workspace, a dataset and the organization. Remotes bundle this room: it is no module that
 * the host provides, and it imports the other rooms by their names.
 */
export { Search } from './search.tsx';
export { LazySearchScreen } from './lazy-search-screen.tsx';
export { SearchLink } from './search-link.tsx';
export type { SearchScope } from './search-scope.ts';
export { markedParts } from './results/passage/excerpt.ts';
export { countText, counted, kindLabel } from './words.ts';
export { dayOf } from './query/day.ts';
export { useIsGuest } from './use-is-guest.ts';
export { useTypedParams } from './query/use-typed-params.ts';
export type { ParamsCodec } from './query/use-typed-params.ts';
