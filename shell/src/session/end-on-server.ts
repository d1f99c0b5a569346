import { client } from '@carrel/shared/api';
import { SIGNED_IN_COOKIE, STORAGE_KEYS } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { toast } from '@carrel/shared/ui';

import { writeCookie } from '../storage/cookies.ts';
import { localStore } from '../storage/local-store.ts';
import { logFailure } from '../start/log-failure.ts';

/** Ends the session on the server. Never rejects: sign-out must work while the server is down. */
export async function endOnServer(): Promise<void> {
  try {
    await client.post(apiPaths.logout()).done();
    toast.success('Logged out successfully');
  } catch (error) {
    logFailure('The server could not be told of the sign-out', error);
    // Only the server can delete its cookies, which stay: the next load must not use them.
    writeCookie(SIGNED_IN_COOKIE, '', 0);
  }
  localStore.remove(STORAGE_KEYS.emailCooldowns);
}
