import type * as Screen from './search-screen.tsx';

let loaded: typeof Screen | undefined;
let loading: Promise<typeof Screen> | undefined;

/** Returns the code of the screen, if it has been loaded. */
export const loadedSearchScreen = () => loaded;

/** Loads the code of the screen, which a remote's other screens do not need. A failure is not kept. */
export async function loadSearchScreen(): Promise<typeof Screen> {
  loading ??= import(/* webpackChunkName: "search" */ './search-screen.tsx');
  try {
    loaded = await loading;
    return loaded;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}
