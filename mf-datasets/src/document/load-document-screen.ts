import type * as Screen from './document-screen.tsx';

let loaded: typeof Screen | undefined;
let loading: Promise<typeof Screen> | undefined;

/** Returns the code of the screen, if it has been loaded. */
export const loadedDocumentScreen = () => loaded;

/** Loads the code of the screen, which the others do not need. A failure is not kept. */
export async function loadDocumentScreen(): Promise<typeof Screen> {
  loading ??= import(/* webpackChunkName: "document" */ './document-screen.tsx');
  try {
    loaded = await loading;
    return loaded;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}
