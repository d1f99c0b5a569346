const STOP_MILLISECONDS = 8000;

/** Waits for what still runs while the server stops, at most 8 seconds. */
export async function waitToStop(work: Promise<unknown>): Promise<void> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, STOP_MILLISECONDS);
  await Promise.race([work, isOver]).finally(() => clearTimeout(timer));
}
