import { AsyncLocalStorage } from 'node:async_hooks';

/** Milliseconds that statements of a piece of work held the embedded database's connection. */
export interface HeldTime {
  milliseconds: number | undefined;
}

const running = new AsyncLocalStorage<HeldTime>();

/** What adds up the statements that are sent now; undefined where nobody measures them. */
export const currentHeldTime = (): HeldTime | undefined => running.getStore();

/**
 * Runs `work`, and returns how long its statements held the connection, without waiting for it, in
 * milliseconds. PostgreSQL has many connections: there it is undefined.
 */
export async function measureHeld<T>(
  work: () => Promise<T>,
): Promise<{ result: T; held: number | undefined }> {
  const time: HeldTime = { milliseconds: undefined };
  const result = await running.run(time, work);
  return { result, held: time.milliseconds };
}
