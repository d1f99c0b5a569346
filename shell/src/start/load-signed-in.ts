import type * as SignedIn from '../signed-in.tsx';

/** The frame, the dashboard and the data layer: code that only signed-in users need. */
export type SignedInParts = typeof SignedIn;

let loading: Promise<SignedInParts> | undefined;
let loaded: SignedInParts | undefined;

/** Fetches the code for signed-in users, once; a failed fetch is retried at the next call. */
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

/** Returns the loaded code. Throws before it is loaded, when no user is signed in either. */
export function signedInParts(): SignedInParts {
  if (loaded === undefined) throw new Error('The parts for signed-in people are not loaded.');
  return loaded;
}
