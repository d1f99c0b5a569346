import {
  archiveListSchema,
  archiveReceiptSchema,
  datasetProgressSchema,
  RECEIPT_LIMIT_MAX,
} from '@carrel/shared/contract';
import type {
  Archive,
  ArchiveReceipt,
  DatasetProgress,
  EntryOutcome,
  ReceiptCounts,
} from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import { Paged } from './paged.ts';
import type { CallOptions } from '../requests/call.ts';
import type { Connection } from '../requests/connection.ts';
import { HttpError } from '../errors/failures.ts';

/** What an archive did to one path. */
export type ReceiptEntry = ArchiveReceipt['entries'][number];

/** Uploaded zips of a dataset. */
export class Archives {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns the archives of a dataset, newest first. @throws {CarrelError} */
  async list(datasetId: string, options: CallOptions = {}): Promise<Archive[]> {
    const call = { ...options, path: apiPaths.archives(datasetId) };
    return (await this.#connection.json(archiveListSchema, call)).archives;
  }

  /** @throws {CarrelError} 404 where there is none of this id. */
  async get(datasetId: string, id: string, options: CallOptions = {}): Promise<Archive> {
    return findListed(await this.list(datasetId, options), id, 'archive');
  }

  /** Lists what an archive did to each path, or the paths of one outcome. @throws {CarrelError} when it is read. */
  entries(
    datasetId: string,
    id: string,
    { outcome, ...options }: CallOptions & { outcome?: EntryOutcome } = {},
  ): Paged<ReceiptEntry> {
    return new Paged(async (cursor) => {
      const path = apiPaths.archiveEntries(datasetId, id, {
        limit: RECEIPT_LIMIT_MAX,
        ...(outcome === undefined ? {} : { outcome }),
        ...(cursor === undefined ? {} : { cursor }),
      });
      const page = await this.#connection.json(archiveReceiptSchema, { ...options, path });
      return { items: page.entries, next: page.next_cursor ?? undefined };
    });
  }

  /** Counts what an archive did, by outcome. @throws {CarrelError} */
  async counts(datasetId: string, id: string, options: CallOptions = {}): Promise<ReceiptCounts> {
    const path = apiPaths.archiveEntries(datasetId, id, { limit: 1 });
    return (await this.#connection.json(archiveReceiptSchema, { ...options, path })).counts;
  }

  /** Counts what waits in a dataset, and for each archive in work. @throws {CarrelError} */
  progress(datasetId: string, options: CallOptions = {}): Promise<DatasetProgress> {
    const call = { ...options, path: apiPaths.datasetProgress(datasetId) };
    return this.#connection.json(datasetProgressSchema, call);
  }
}

/** Returns an item of a list by its id. @throws {HttpError} 404, as a call for one item has it. */
function findListed<Item extends { id: string }>(
  items: readonly Item[],
  id: string,
  noun: string,
): Item {
  const found = items.find((item) => item.id === id.toLowerCase());
  if (found === undefined) throw new HttpError(`There is no such ${noun}.`, { status: 404 });
  return found;
}
