import { setTimeout as pause } from 'node:timers/promises';

/** Rejects with `failure` where a result does not come in time; its work goes on. */
export async function withinDeadline<T>(
  result: Promise<T>,
  milliseconds: number,
  failure: () => Error,
): Promise<T> {
  const timer = new AbortController();
  const late = pause(milliseconds, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw failure();
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
    result.catch(() => undefined);
  }
}
