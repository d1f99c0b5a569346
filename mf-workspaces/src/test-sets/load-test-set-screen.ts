import type * as Screen from './test-set-screen.tsx';

let loaded: typeof Screen | undefined;
let loading: Promise<typeof Screen> | undefined;

/** Returns the code of the screen, if it has been loaded. */
export const loadedTestSetScreen = () => loaded;

/** Loads the code of the screen, which the other screens do not need. A failure is not kept. */
export async function loadTestSetScreen(): Promise<typeof Screen> {
  loading ??= import(/* webpackChunkName: "tests" */ './test-set-screen.tsx');
  try {
    loaded = await loading;
    return loaded;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}
