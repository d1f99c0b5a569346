import { client, isApiError } from '@carrel/shared/api';
import { STORAGE_KEYS } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { toast } from '@carrel/shared/ui';

import { localStore } from '../local-store.ts';
import { logFailure } from '../log-failure.ts';

/** Tells the server that the person leaves. Never rejects: a server that is away keeps nobody here. */
export async function endOnServer(): Promise<void> {
  try {
    await client.post(apiPaths.logout()).done();
    toast.success('Logged out successfully');
  } catch (error) {
    logFailure('The server could not be told of the sign-out', error);
    // A session that was over already is what the person wanted.
    if (isApiError(error) && error.kind === 'session') toast.success('Logged out successfully');
    else toast.error('Logout failed. Please try again.');
  }
  localStore.remove(STORAGE_KEYS.emailCooldowns);
}
