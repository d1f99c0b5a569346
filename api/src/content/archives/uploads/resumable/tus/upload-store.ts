import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';

import { UNFINISHED_UPLOADS_MAX, UPLOAD_EXPIRY_HOURS } from '@carrel/shared/contract';
import { DataStore, Upload } from '@tus/server';

import type { Queryable } from '../../../../../platform/database/database.ts';
import { datasetsOf } from '../../../../datasets/dataset-repository.ts';
import type { Dependencies } from '../../../../../platform/dependencies.ts';
import type { ApiContext } from '../../../../../platform/http/api-context.ts';
import { notFound } from '../../../../../platform/http/problems.ts';
import { deleteUploads } from '../../../../../processing/jobs/purge/delete-uploads.ts';
import { requireRoom } from '../../../../../platform/quotas/require-room.ts';
import type { ArchiveStorage } from '../../../../../platform/storage/archive-storage.ts';
import { appendParts } from './append-parts.ts';
import { readMetadata } from '../upload-metadata.ts';
import {
  interruptedTooOften,
  isArchive,
  takenOver,
  tooManyUploads,
  wrongOffset,
} from '../upload-problems.ts';
import { ownerOf } from '../upload-owner.ts';
import { uploadsOf, type StoredUpload } from '../upload-repository.ts';

const EXPIRY_MILLISECONDS = UPLOAD_EXPIRY_HOURS * 60 * 60 * 1000;

/** The uploads of the caller of one request into one dataset, in rows and in the storage. */
export class UploadStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration'];
  /** Until when the upload of the request waits, once it is known. */
  expiresAt: Date | undefined;
  /** By the database's clock. */
  isExpired = false;
  readonly #dependencies: Dependencies;
  readonly #c: ApiContext;
  readonly #datasetId: string;
  readonly #storage: ArchiveStorage;
  readonly #signal: AbortSignal;
  readonly #writer = randomUUID();
  #upload: StoredUpload | undefined;

  constructor(
    dependencies: Dependencies,
    c: ApiContext,
    datasetId: string,
    storage: ArchiveStorage,
    signal: AbortSignal,
  ) {
    super();
    this.#dependencies = dependencies;
    this.#c = c;
    this.#datasetId = datasetId;
    this.#storage = storage;
    this.#signal = signal;
  }

  override async create(file: Upload): Promise<Upload> {
    const { id, size = 0 } = file;
    const { quotas } = this.#dependencies.settings;
    const { organizationId } = ownerOf(this.#c);
    const metadata = readMetadata(file.metadata);
    await this.#inDataset(async (tx, uploads) => {
      const { organization, own } = await uploads.count();
      if (own >= UNFINISHED_UPLOADS_MAX.account) {
        throw tooManyUploads('You have', UNFINISHED_UPLOADS_MAX.account);
      }
      if (organization >= UNFINISHED_UPLOADS_MAX.organization) {
        throw tooManyUploads('This organization has', UNFINISHED_UPLOADS_MAX.organization);
      }
      await requireRoom(tx, { organizationId, quotas }, 'bytes', size);
      await uploads.create(this.#datasetId, { id, size, ...metadata });
    });
    await this.#takeOver(id);
    return file;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, received, filename, fingerprint } = await this.#takeOver(id);
    return new Upload({
      id,
      size,
      offset: received,
      metadata: { filename, ...(fingerprint === null ? {} : { fingerprint }) },
      creation_date: this.#expiryStart(),
    });
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const upload = this.#upload;
    if (upload?.id !== id || upload.received !== offset) throw wrongOffset();
    if (upload.finished) return offset;
    return appendParts(stream as AsyncIterable<Uint8Array>, upload, {
      storage: this.#storage,
      writer: this.#writer,
      signal: this.#signal,
      takeNumber: () =>
        this.#inDataset(async (_, uploads) => {
          const number = await uploads.takeNumber(id, this.#writer);
          if (number !== undefined) return number;
          throw interruptedTooOften();
        }),
      advance: (from, to, stored) =>
        this.#inDataset(async (_, uploads) => {
          const advance = { id, writer: this.#writer, from, to, stored };
          this.expiresAt = await uploads.advance(advance);
          if (this.expiresAt === undefined) throw takenOver();
          this.isExpired = false;
        }),
    });
  }

  override async remove(id: string): Promise<void> {
    const { finished } = await this.#takeOver(id);
    if (finished) throw isArchive();
    await this.#inDataset(async (tx) => {
      const { queue } = this.#dependencies;
      const deleted = await deleteUploads(queue, tx, 'u.id = $1 AND u.finished_at IS NULL', [id]);
      if (deleted === 0) throw notFound('upload');
    });
  }

  override getExpiration(): number {
    return EXPIRY_MILLISECONDS;
  }

  /** The library adds the time of expiry to it, and compares the sum with this process's clock. */
  #expiryStart(): string {
    return new Date(Date.now() - (this.isExpired ? 2 * EXPIRY_MILLISECONDS : 0)).toISOString();
  }

  async #takeOver(id: string): Promise<StoredUpload> {
    const upload = await this.#inDataset((_, uploads) =>
      uploads.takeOver(this.#datasetId, id, this.#writer),
    );
    if (upload === undefined) throw notFound('upload');
    this.expiresAt = upload.expires_at;
    this.isExpired = upload.expired;
    this.#upload = upload;
    return upload;
  }

  /** Runs `work` with the rights that the caller has now. */
  #inDataset<T>(
    work: (tx: Queryable, uploads: ReturnType<typeof uploadsOf>) => Promise<T>,
  ): Promise<T> {
    const owner = ownerOf(this.#c);
    return this.#c.var.tenant(async (tx) => {
      if (!(await datasetsOf(tx, owner.organizationId).exists(this.#datasetId))) {
        throw notFound('dataset');
      }
      return work(tx, uploadsOf(tx, owner));
    });
  }
}
