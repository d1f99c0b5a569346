import { tooManyRequests } from '../http/problems.ts';

const RETRY_SECONDS = 15;

/** Event streams that one account may have open at this process. Each instance counts its own. */
export const STREAMS_MAX = 20;

/** Takes a slot for an account's event stream, and returns the function that frees it. */
export type TakeSlot = (accountId: string) => () => void;

export function createStreamSlots(): TakeSlot {
  const open = new Map<string, number>();
  return (accountId) => {
    const count = open.get(accountId) ?? 0;
    if (count >= STREAMS_MAX) {
      throw tooManyRequests(
        RETRY_SECONDS,
        `Live updates are open in ${STREAMS_MAX} places already. Close one of them to open another.`,
      );
    }
    open.set(accountId, count + 1);
    return () => {
      const left = (open.get(accountId) ?? 1) - 1;
      if (left === 0) open.delete(accountId);
      else open.set(accountId, left);
    };
  };
}
