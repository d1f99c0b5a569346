import type * as CommandOverlays from './command-overlays.tsx';

/** The palette and the list of shortcuts: loaded when first opened, or when the browser is idle. */
export type CommandOverlayParts = typeof CommandOverlays;

let loading: Promise<CommandOverlayParts> | undefined;

/** Fetches the code once; a failed fetch is retried at the next call. */
export function loadCommandOverlays(): Promise<CommandOverlayParts> {
  loading ??= import(/* webpackChunkName: "commands" */ './command-overlays.tsx').catch(
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
