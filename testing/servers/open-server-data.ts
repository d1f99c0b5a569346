import type { Database } from '@carrel/api/src/platform/database/database.ts';
import { DataDirectoryLocked } from '@carrel/api/src/platform/database/embedded/folder/data-directory-lock.ts';
import { openDatabase } from '@carrel/api/src/platform/database/open-database.ts';

import { pause } from './server-process.ts';

/**
 * Opens the embedded database of a server that was killed. A worker that the server was starting holds the folder's lock for
 * a moment.
 */
export async function openServerData(dataDirectory: string): Promise<Database> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await openDatabase({ databaseUrl: undefined, dataDirectory });
    } catch (error) {
      if (!(error instanceof DataDirectoryLocked) || tries === 50) throw error;
      await pause(100);
    }
  }
}
