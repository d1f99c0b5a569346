import { searchResponseSchema } from '@carrel/shared/contract';
import type { SearchRequest, SearchResponse } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import type { CallOptions } from '../requests/call.ts';
import type { Connection } from '../requests/connection.ts';

/** Searches, best results first. */
export class Search {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Searches the datasets that are attached to a workspace. @throws {CarrelError} */
  workspace(
    id: string,
    input: string | SearchRequest,
    options: CallOptions = {},
  ): Promise<SearchResponse> {
    return this.#search(apiPaths.searchWorkspace(id), input, options);
  }

  /** Searches one dataset. @throws {CarrelError} */
  dataset(
    id: string,
    input: string | SearchRequest,
    options: CallOptions = {},
  ): Promise<SearchResponse> {
    return this.#search(apiPaths.searchDataset(id), input, options);
  }

  /** Searches all datasets that the caller may use. @throws {CarrelError} */
  organization(input: string | SearchRequest, options: CallOptions = {}): Promise<SearchResponse> {
    return this.#search(apiPaths.searchOrganization(), input, options);
  }

  #search(
    path: string,
    input: string | SearchRequest,
    options: CallOptions,
  ): Promise<SearchResponse> {
    const json = typeof input === 'string' ? { query: input } : input;
    const call = { ...options, method: 'POST', path, json, isRepeatable: true } as const;
    return this.#connection.json(searchResponseSchema, call);
  }
}
