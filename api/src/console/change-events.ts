import { watch } from 'node:fs';
import path from 'node:path';

import type { Handler } from 'hono';
import { streamSSE } from 'hono/streaming';

/**
 * Tells an open page that the console was built again, for development: one event for each new
 * registry in `folder`.
 */
export function changeEvents(folder: string): Handler {
  return (c) =>
    streamSSE(c, async (stream) => {
      const { promise: closed, resolve: close } = Promise.withResolvers<void>();
      const watcher = watch(path.join(folder, 'registry.json'), () => {
        void stream.writeSSE({ data: 'built' });
      });
      stream.onAbort(close);
      await closed;
      watcher.close();
    });
}
