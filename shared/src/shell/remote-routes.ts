import type { ReactNode } from 'react';

/** A screen of a remote: its route pattern, as in the registry, and its element. */
export interface RemoteScreen {
  path: string;
  element: ReactNode;
}

/** What a remote's `./routes` module exports as `routes`. */
export type RemoteScreens = readonly RemoteScreen[];
