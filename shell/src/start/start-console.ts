import type { ComponentType } from 'react';

import { mayHaveOverrides } from '../overrides/may-have-overrides.ts';
import { startFirstRemote } from '../remotes/first-remote.ts';
import { captureErrors } from '../telemetry/capture-errors.ts';

/**
 * Starts the first screen's remote and the console. The code that loads remotes is in the entry
 * script; everything else is in chunks that the page preloads. `loadFrame` loads a frame that is
 * rendered around signed-in screens instead of the sidebar.
 */
export function startConsole(loadFrame?: () => Promise<ComponentType>): void {
  captureErrors();
  const start = async () => {
    startFirstRemote();
    const [{ boot }, frame] = await Promise.all([
      import(/* webpackChunkName: "boot" */ './boot.tsx'),
      loadFrame?.(),
    ]);
    await boot(frame);
  };
  if (mayHaveOverrides()) {
    void import(/* webpackChunkName: "overrides" */ '../overrides/override-page.ts').then(
      ({ overridePage }) => overridePage(start),
      start,
    );
  } else void start();

  if (process.env['NODE_ENV'] === 'development') {
    new EventSource('/dev/changes').addEventListener('message', () => location.reload());
  }
}
