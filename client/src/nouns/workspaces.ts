import { datasetListSchema, workspaceListSchema, workspaceSchema } from '@carrel/shared/contract';
import type { Dataset, Workspace } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import type { CallOptions } from '../requests/call.ts';
import type { Connection } from '../requests/connection.ts';

/** Workspaces of the organization. */
export class Workspaces {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns all workspaces that the caller may read. @throws {CarrelError} */
  async list(options: CallOptions = {}): Promise<Workspace[]> {
    const call = { ...options, path: apiPaths.workspaces() };
    return (await this.#connection.json(workspaceListSchema, call)).workspaces;
  }

  /** @throws {CarrelError} 404 where there is none of this id. */
  get(id: string, options: CallOptions = {}): Promise<Workspace> {
    return this.#connection.json(workspaceSchema, { ...options, path: apiPaths.workspace(id) });
  }

  /** Returns the datasets that are attached to a workspace. @throws {CarrelError} */
  async datasets(id: string, options: CallOptions = {}): Promise<Dataset[]> {
    const call = { ...options, path: apiPaths.workspaceDatasets(id) };
    return (await this.#connection.json(datasetListSchema, call)).datasets;
  }
}
