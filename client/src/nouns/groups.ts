import { createdSchema, groupDetailSchema, groupListSchema } from '@carrel/shared/contract';
import type {
  Created,
  CreateGroupInput,
  Group,
  GroupDetail,
  UpdateGroupInput,
} from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import type { CallOptions } from '../requests/call.ts';
import type { Connection } from '../requests/connection.ts';

/** Groups of people, for access to datasets and workspaces. Each call throws a `TypeError` without an organization. */
export class Groups {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns all groups, those of a directory included. @throws {CarrelError} 403 for keys. */
  async list(options: CallOptions = {}): Promise<Group[]> {
    const call = { ...options, path: apiPaths.groups(this.#connection.organizationId) };
    return (await this.#connection.json(groupListSchema, call)).groups;
  }

  /** Returns a group with its people. @throws {CarrelError} 403 for keys; 404 where there is none of this id. */
  async get(id: string, options: CallOptions = {}): Promise<GroupDetail> {
    return this.#connection.json(groupDetailSchema, { ...options, path: this.#path(id) });
  }

  /** @throws {CarrelError} 403 for keys, Editors and Viewers; 422 for a name that another group has. */
  async create(input: CreateGroupInput, options: CallOptions = {}): Promise<Created> {
    const path = apiPaths.groups(this.#connection.organizationId);
    const call = { ...options, method: 'POST', path, json: input } as const;
    return this.#connection.json(createdSchema, call);
  }

  /**
   * Changes what is named; `account_ids` replaces all people.
   * @throws {CarrelError} 403 for keys, Editors and Viewers; 409 for a group of a directory; 422 for another's name.
   */
  async update(id: string, input: UpdateGroupInput, options: CallOptions = {}): Promise<void> {
    const call = { ...options, method: 'PATCH', path: this.#path(id), json: input } as const;
    await this.#connection.send(call);
  }

  /** @throws {CarrelError} 403 for keys, Editors and Viewers; 409 for a group of a directory. */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.#connection.send({ ...options, method: 'DELETE', path: this.#path(id) });
  }

  #path(id: string): string {
    return apiPaths.group(this.#connection.organizationId, id);
  }
}
