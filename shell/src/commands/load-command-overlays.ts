import type * as CommandOverlays from './command-overlays.tsx';

/** The palette and the list of keys: code that is fetched when it is first wanted, or in a quiet moment. */
export type CommandOverlayParts = typeof CommandOverlays;

let loading: Promise<CommandOverlayParts> | undefined;

/** Fetches it once; a failed fetch is tried again at the next call. */
export function loadCommandOverlays(): Promise<CommandOverlayParts> {
  loading ??= import(/* webpackChunkName: "commands" */ './command-overlays.tsx').catch(
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
