import type { CarrelError } from '../errors/carrel-error.ts';
import type { Connection } from '../requests/connection.ts';
import { backoff, RETRY_AFTER_MAX } from '../requests/retry-wait.ts';

/** Tries without a byte that arrived. */
const TRIES_MAX = 8;

/** Repeats what failed for a while; from the first wait on where it has `progressed`. */
export async function retried<Result>(
  connection: Connection,
  signal: AbortSignal | undefined,
  mayPass: (error: unknown) => boolean,
  act: (progressed: () => void) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act(() => {
        tries = 1;
      });
    } catch (error) {
      if (!mayPass(error) || tries >= TRIES_MAX) throw error;
      const { retryAfter } = error as CarrelError;
      if (retryAfter !== undefined && retryAfter > RETRY_AFTER_MAX) throw error;
      const wait = retryAfter === undefined ? backoff(tries) : retryAfter * 1000;
      await connection.pause(error, wait, signal);
    }
  }
}
