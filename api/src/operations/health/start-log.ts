import type { Log } from '../../platform/log.ts';
import { removeStarting, writeStarting } from './starting-file.ts';

/**
 * Returns a log whose entries are also what `carrel status` says that the server waits for, until `end` is called:
 * when it is ready, or has failed.
 */
export function createStartLog(
  log: Log,
  where: { dataDirectory: string; port: number },
): { log: Log; end: () => void } {
  let isStarting = true;
  let isWritten = false;
  return {
    log: {
      ...log,
      info: (message, fields) => {
        log.info(message, fields);
        if (!isStarting) return;
        const { reason } = fields ?? {};
        writeStarting(where, reason === undefined ? message : `${message} (${reason})`);
        isWritten = true;
      },
    },
    end: () => {
      isStarting = false;
      if (isWritten) removeStarting(where);
    },
  };
}
