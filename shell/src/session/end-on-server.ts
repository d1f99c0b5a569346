import { client, isApiError, isUnanswered, messageOf } from '@carrel/shared/api';
import { SIGNED_IN_COOKIE, STORAGE_KEYS } from '@carrel/shared/contract';
import { guestApiPaths } from '@carrel/shared/paths';
import { toast } from '@carrel/shared/ui';

import { writeCookie } from '../base/cookies.ts';
import { localStore } from '../base/local-store.ts';
import { logFailure } from '../base/log-failure.ts';

const NOT_ENDED = 'carrel-sign-out-failed';

async function tellServer(): Promise<void> {
  try {
    await client.post(guestApiPaths.logout(), { quiet: true }).done();
  } catch (error) {
    // A session that has ended needs no sign-out.
    if (!isApiError(error) || error.kind !== 'session' || isUnanswered(error)) throw error;
  }
}

/**
 * Ends the session on the server. Never rejects: sign-out must work while the server is down. The next
 * visit then tries again.
 */
export async function endOnServer(): Promise<void> {
  try {
    await tellServer();
    localStore.remove(NOT_ENDED);
    toast.success('Logged out successfully');
  } catch (error) {
    logFailure('The server could not be told of the sign-out', error);
    toast.error(messageOf(error, 'Logout failed. Please try again.'));
    localStore.set(NOT_ENDED, 'true');
    // Only the server can delete its cookies, which stay: the next load must not use them.
    writeCookie(SIGNED_IN_COOKIE, '', 0);
  }
  localStore.remove(STORAGE_KEYS.emailCooldowns);
}

/** Returns whether a sign-out did not reach the server. */
export const hasFailedSignOut = (): boolean => localStore.get(NOT_ENDED) !== null;

/** Forgets such a sign-out: a user signed in. */
export const forgetFailedSignOut = (): void => localStore.remove(NOT_ENDED);

/** Tells the server again of such a sign-out. Never rejects. */
export async function retrySignOut(): Promise<void> {
  try {
    await tellServer();
    forgetFailedSignOut();
  } catch (error) {
    logFailure('The server could not be told of the sign-out', error);
  }
}
