import { queueFull } from '../../platform/http/problems.ts';

/** Answers in progress at this process: each holds a connection to the service. */
const PROCESS_MAX = 32;
/** So that one organization, and one account, leaves slots to others. */
const ORGANIZATION_MAX = 6;
const ACCOUNT_MAX = 2;
const RETRY_AFTER_SECONDS = 5;

/** Takes a slot for an answer, and returns the function that frees it. @throws {Problem} 503 */
export type TakeAskSlot = (organizationId: string, accountId: string) => () => void;

export function createAskSlots(): TakeAskSlot {
  const taken = new Map<string, number>();
  return (organizationId, accountId) => {
    const limits = [
      ['process', PROCESS_MAX],
      [`organization ${organizationId}`, ORGANIZATION_MAX],
      [`account ${accountId}`, ACCOUNT_MAX],
    ] as const;
    if (limits.some(([key, max]) => (taken.get(key) ?? 0) >= max)) {
      throw queueFull(
        'questions',
        RETRY_AFTER_SECONDS,
        'Other questions are being answered. Please try again in a moment.',
      );
    }
    for (const [key] of limits) taken.set(key, (taken.get(key) ?? 0) + 1);
    let isFreed = false;
    return () => {
      if (isFreed) return;
      isFreed = true;
      for (const [key] of limits) {
        const left = (taken.get(key) ?? 1) - 1;
        if (left === 0) taken.delete(key);
        else taken.set(key, left);
      }
    };
  };
}
