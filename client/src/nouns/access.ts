import { accessSettingsSchema } from '@carrel/shared/contract';
import type { Access as AccessSettings, SetAccessInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import type { CallOptions } from '../requests/call.ts';
import type { Connection } from '../requests/connection.ts';

/** Who may see datasets and workspaces. */
export class Access {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** @throws {CarrelError} 403 for keys; 404 where the caller sees no such dataset. */
  dataset(id: string, options: CallOptions = {}): Promise<AccessSettings> {
    return this.#get(apiPaths.datasetAccess(id), options);
  }

  /** @throws {CarrelError} 403 for keys; 404 where the caller sees no such workspace. */
  workspace(id: string, options: CallOptions = {}): Promise<AccessSettings> {
    return this.#get(apiPaths.workspaceAccess(id), options);
  }

  /**
   * Replaces who may see a dataset.
   * @throws {CarrelError} 403 for keys, and for who is neither an Owner, an Admin nor a Manager of it.
   */
  setDataset(id: string, input: SetAccessInput, options: CallOptions = {}): Promise<void> {
    return this.#set(apiPaths.datasetAccess(id), input, options);
  }

  /**
   * Replaces who may see a workspace.
   * @throws {CarrelError} 403 for keys, and for who is neither an Owner, an Admin nor a Manager of it.
   */
  setWorkspace(id: string, input: SetAccessInput, options: CallOptions = {}): Promise<void> {
    return this.#set(apiPaths.workspaceAccess(id), input, options);
  }

  #get(path: string, options: CallOptions): Promise<AccessSettings> {
    return this.#connection.json(accessSettingsSchema, { ...options, path });
  }

  async #set(path: string, json: SetAccessInput, options: CallOptions): Promise<void> {
    await this.#connection.send({ ...options, method: 'PUT', path, json });
  }
}
