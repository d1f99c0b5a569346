import type * as SignedIn from '../signed-in.tsx';

/** The frame, the dashboard and the data layer: what only signed-in people need. */
export type SignedInParts = typeof SignedIn;

let loading: Promise<SignedInParts> | undefined;
let loaded: SignedInParts | undefined;

/** Fetches the code for signed-in people, once; a failed fetch is tried again at the next call. */
export function loadSignedIn(): Promise<SignedInParts> {
  loading ??= import(/* webpackChunkName: "signed-in" */ '../signed-in.tsx').then(
    (parts) => (loaded = parts),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** The same, for rendering. Nobody is signed in before it is loaded. */
export function signedInParts(): SignedInParts {
  if (loaded === undefined) throw new Error('The parts for signed-in people are not loaded.');
  return loaded;
}
