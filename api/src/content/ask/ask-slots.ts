import { queueFull } from '../../platform/http/problems.ts';
import { TakenSlots } from '../../platform/sharing/taken-slots.ts';

/** Answers in progress at this process: each holds a connection to the service. */
const PROCESS_MAX = 32;
/** So that one organization, and one account, leaves slots to others. */
const ORGANIZATION_MAX = 6;
const ACCOUNT_MAX = 2;
const RETRY_AFTER_SECONDS = 5;

/** Takes a slot for an answer, and returns the function that frees it. @throws {Problem} 503 */
export type TakeAskSlot = (organizationId: string, accountId: string) => () => void;

export function createAskSlots(): TakeAskSlot {
  const taken = new TakenSlots();
  return (organizationId, accountId) => {
    const free = taken.take(
      { key: 'process', max: PROCESS_MAX },
      { key: `organization ${organizationId}`, max: ORGANIZATION_MAX },
      { key: `account ${accountId}`, max: ACCOUNT_MAX },
    );
    if (free !== undefined) return free;
    throw queueFull(
      'questions',
      RETRY_AFTER_SECONDS,
      'Other questions are being answered. Please try again in a moment.',
    );
  };
}
