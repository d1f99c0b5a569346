import type { ComponentType, ReactNode } from 'react';

/** The frame, the dashboard and the data layer: code that only signed-in users need. */
export interface SignedInParts {
  Frame: ComponentType;
  DashboardPage: ComponentType;
  SignedInData: ComponentType<{ children: ReactNode }>;
  KeptScreens: ComponentType<{ children: ReactNode }>;
  OrganizationGate: ComponentType<{ announces?: boolean; children: ReactNode }>;
}

let load: (() => Promise<SignedInParts>) | undefined;
let loading: Promise<SignedInParts> | undefined;
let loaded: SignedInParts | undefined;

/** Says how the parts are loaded. They stand on everything else, which does not import them therefore. */
export function setSignedInLoader(loader: () => Promise<SignedInParts>): void {
  load = loader;
}

/** Fetches the code for signed-in users, once; a failed fetch is retried at the next call. */
export function loadSignedIn(): Promise<SignedInParts> {
  if (load === undefined) throw new Error('Nothing loads the parts for signed-in people.');
  loading ??= load().then(
    (parts) => (loaded = parts),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** Returns the loaded code. Throws before it is loaded, when no user is signed in either. */
export function signedInParts(): SignedInParts {
  if (loaded === undefined) throw new Error('The parts for signed-in people are not loaded.');
  return loaded;
}
