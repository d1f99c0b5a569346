import type { Archive, Created } from '@carrel/shared/contract';

import type { Archives } from '../nouns/archives.ts';
import type { Connection } from '../requests/connection.ts';
import { awaitMerged, awaitProcessed } from './await-archive.ts';
import type { ReadyOptions } from './await-archive.ts';
import { sendArchive } from './send-archive.ts';
import type { UploadArchiveOptions } from './send-archive.ts';
import type { Uploadable } from './upload-source.ts';

/** Zips that become documents. */
export class Uploads {
  readonly #connection: Connection;
  readonly #archives: Archives;

  constructor(connection: Connection, archives: Archives) {
    this.#connection = connection;
    this.#archives = archives;
  }

  /**
   * Sends a zip. One of more than 8 MiB is sent in parts: it goes on where the connection broke, and a call that
   * was aborted goes on with the next one for the same file, within 24 hours.
   * @throws {CarrelError} 413, 415 or 422 for a zip that is refused; or what a source throws.
   *
   * @example const { id } = await carrel.uploads.archive(datasetId, file, { delete_orphans: true });
   */
  async archive(
    datasetId: string,
    file: Uploadable,
    options: UploadArchiveOptions = {},
  ): Promise<Created> {
    return { id: await sendArchive(this.#connection, datasetId, file, options) };
  }

  /**
   * Waits until an archive is merged into its dataset: its documents are there, and not processed yet. Returns
   * the archive, whose `status` is `failed`, with an `error`, where it was refused.
   * @throws {CarrelError} 404 where it was deleted.
   */
  waitUntilMerged(
    datasetId: string,
    archiveId: string,
    options: ReadyOptions = {},
  ): Promise<Archive> {
    const place = [datasetId, archiveId] as const;
    return awaitMerged(this.#connection, this.#archives, place, options);
  }

  /**
   * Waits until the documents of an archive are processed: they can be searched, or have failed. Returns the
   * archive, whose `counts` say so, and whose `status` is `failed` where it was refused.
   * @throws {CarrelError} 404 where it was deleted.
   */
  async waitUntilReady(
    datasetId: string,
    archiveId: string,
    options: ReadyOptions = {},
  ): Promise<Archive> {
    const place = [datasetId, archiveId] as const;
    const merged = await awaitMerged(this.#connection, this.#archives, place, options);
    if (merged.status === 'failed') return merged;
    await awaitProcessed(this.#connection, this.#archives, place, options);
    return this.#archives.get(datasetId, archiveId, options);
  }
}
