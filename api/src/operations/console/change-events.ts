import { watch } from 'node:fs';

import type { Handler } from 'hono';
import { streamSSE } from 'hono/streaming';

/** The development build writes this file when it is done. */
const BUILT = '.built';

/** Sends an event to open pages when the console in `folder` was rebuilt, for development. */
export function changeEvents(folder: string): Handler {
  return (c) =>
    streamSSE(c, async (stream) => {
      const { promise: closed, resolve: close } = Promise.withResolvers<void>();
      const watcher = watch(folder, (_, file) => {
        if (file === BUILT) void stream.writeSSE({ data: 'built' });
      });
      stream.onAbort(close);
      await closed;
      watcher.close();
    });
}
