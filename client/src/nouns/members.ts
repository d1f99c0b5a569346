import { memberListSchema } from '@carrel/shared/contract';
import type { Member } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import type { CallOptions } from '../requests/call.ts';
import type { Connection } from '../requests/connection.ts';

/** The people of the organization. Each call throws a `TypeError` without an organization. */
export class Members {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns all members with their roles. @throws {CarrelError} 403 for keys. */
  async list(options: CallOptions = {}): Promise<Member[]> {
    const call = { ...options, path: apiPaths.members(this.#connection.organizationId) };
    return (await this.#connection.json(memberListSchema, call)).members;
  }
}
