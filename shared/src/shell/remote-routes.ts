import type { ReactNode } from 'react';

/** A screen of a remote: the pattern that its registry entry announces, and what stands there. */
export interface RemoteScreen {
  path: string;
  element: ReactNode;
}

/** What a remote's `./routes` module exports as `routes`. */
export type RemoteScreens = readonly RemoteScreen[];
