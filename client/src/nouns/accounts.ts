import { currentUserSchema } from '@carrel/shared/contract';
import type { CurrentUser } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import type { CallOptions } from '../requests/call.ts';
import type { Connection } from '../requests/connection.ts';

/** Who calls. */
export class Accounts {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns the person who is signed in, and their organizations. A key is no person: 401. @throws {CarrelError} */
  current(options: CallOptions = {}): Promise<CurrentUser> {
    return this.#connection.json(currentUserSchema, { ...options, path: apiPaths.currentUser() });
  }
}
