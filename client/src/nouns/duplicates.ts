import {
  duplicateDocumentsSchema,
  duplicatesSchema,
  resolvedDuplicatesSchema,
  restoredDocumentsSchema,
  textComparisonSchema,
} from '@carrel/shared/contract';
import type {
  DuplicateDocument,
  DuplicateGroup,
  Duplicates as DuplicatesPage,
  DuplicatesQuery,
  ResolvedDuplicates,
  ResolveDuplicatesInput,
  TextComparison,
} from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import type { CallOptions } from '../requests/call.ts';
import type { Connection } from '../requests/connection.ts';
import { Paged } from './paged.ts';

/** Which groups to list, and groups of a page at most: 50, which is also the default here. */
export type ListDuplicatesOptions = CallOptions & Omit<DuplicatesQuery, 'cursor'>;

/** Documents of a dataset that are equal or nearly equal. */
export class Duplicates {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Lists groups, by kind, the last found first. @throws {CarrelError} when it is read. */
  list(
    datasetId: string,
    { signal, timeout, ...query }: ListDuplicatesOptions = {},
  ): Paged<DuplicateGroup> {
    return new Paged(async (cursor) => {
      const path = apiPaths.duplicates(datasetId, {
        limit: 50,
        ...query,
        ...(cursor === undefined ? {} : { cursor }),
      });
      const page = await this.#connection.json(duplicatesSchema, { signal, timeout, path });
      return { items: page.groups, next: page.next_cursor ?? undefined };
    });
  }

  /** Returns the first page, which has the counts, and tells whether documents wait to be compared. */
  overview(datasetId: string, options: CallOptions = {}): Promise<DuplicatesPage> {
    const path = apiPaths.duplicates(datasetId, { limit: 1 });
    return this.#connection.json(duplicatesSchema, { ...options, path });
  }

  /** Lists the documents of a group, by path. @throws {CarrelError} 404 where there is none of this id. */
  documents(
    datasetId: string,
    groupId: string,
    options: CallOptions = {},
  ): Paged<DuplicateDocument> {
    return new Paged(async (cursor) => {
      const query = cursor === undefined ? {} : { cursor };
      const path = apiPaths.duplicateDocuments(datasetId, groupId, query);
      const page = await this.#connection.json(duplicateDocumentsSchema, { ...options, path });
      return { items: page.documents, next: page.next_cursor ?? undefined };
    });
  }

  /** Compares the texts of two documents word by word. @throws {CarrelError} 422 for one without text. */
  compare(
    datasetId: string,
    { from, to, skip = 0 }: { from: string; to: string; skip?: number },
    options: CallOptions = {},
  ): Promise<TextComparison> {
    const path = apiPaths.compareDocuments(datasetId, from, to, skip);
    return this.#connection.json(textComparisonSchema, { ...options, path });
  }

  /** Says that the documents of a group are no duplicates. @throws {CarrelError} 403 for keys and Viewers. */
  async dismiss(datasetId: string, groupId: string, options: CallOptions = {}): Promise<void> {
    const path = apiPaths.duplicatesDismissal(datasetId, groupId);
    await this.#connection.send({ ...options, method: 'PUT', path });
  }

  /** Lists a dismissed group again. @throws {CarrelError} 403 for keys and Viewers. */
  async restore(datasetId: string, groupId: string, options: CallOptions = {}): Promise<void> {
    const path = apiPaths.duplicatesDismissal(datasetId, groupId);
    await this.#connection.send({ ...options, method: 'DELETE', path });
  }

  /**
   * Deletes all documents of groups but one of each; with `dry_run`, says what would be deleted. With `is_more`, the
   * same call with the `removal` that it returned goes on.
   * @throws {CarrelError} 403 for keys and Viewers.
   */
  resolve(
    datasetId: string,
    input: ResolveDuplicatesInput,
    options: CallOptions = {},
  ): Promise<ResolvedDuplicates> {
    const path = apiPaths.resolveDuplicates(datasetId);
    const call = { ...options, method: 'POST', path, json: input } as const;
    return this.#connection.json(resolvedDuplicatesSchema, call);
  }

  /** Undoes what calls with this `removal` deleted, and counts it. @throws {CarrelError} 409 after ten seconds. */
  async undo(datasetId: string, removal: string, options: CallOptions = {}): Promise<number> {
    const path = apiPaths.restoreDocuments(datasetId);
    const call = { ...options, method: 'POST', path, json: { removal } } as const;
    return (await this.#connection.json(restoredDocumentsSchema, call)).restored;
  }
}
