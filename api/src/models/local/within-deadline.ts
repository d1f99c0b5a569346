import { setTimeout as pause } from 'node:timers/promises';

/** Rejects with `failure` where a result does not come in time; its work goes on. */
export async function withinDeadline<T>(
  result: Promise<T>,
  milliseconds: number,
  failure: () => Error,
): Promise<T> {
  result.catch(() => undefined);
  if (milliseconds <= 0) throw failure();
  const timer = new AbortController();
  const late = pause(milliseconds, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw failure();
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
}
