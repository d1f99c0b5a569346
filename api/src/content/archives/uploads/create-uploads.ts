import type { UploadOptions } from '@carrel/shared/contract';

import { datasetsOf } from '../../datasets/dataset-repository.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import { notFound } from '../../../platform/http/problems.ts';
import type { ArchiveWrites } from '../../../processing/rows/write-condition.ts';
import { requireRoom } from '../../../platform/quotas/require-room.ts';
import type { OpenReceiver } from './open-receiver.ts';
import {
  MIN_BYTES_PER_WINDOW,
  receiveArchive,
  uploadPieces,
  uploadTooLarge,
} from './receive-archive.ts';
import { recordArchive } from './record-archive.ts';
import { announcedBytes, bodyOf } from './request-body.ts';

/** Where an upload goes, and what is done with it. */
export interface Upload {
  datasetId: string;
  /** The archive's, as the list of archives shows it. */
  name: string;
  options: UploadOptions;
  /** The document that it replaces. */
  replaces?: string;
  /** What a write by path does besides; asked for once the bytes have arrived. */
  writes?: () => ArchiveWrites;
  /** Throws where the upload is not wanted any more, in the transaction that records it. */
  check?: (tx: Queryable) => Promise<void>;
  /** Writes another audit record than that of an upload. */
  audit?: (tx: Queryable) => Promise<void>;
  /** Runs at the end of that transaction. */
  onRecorded?: (tx: Queryable, archiveId: string) => Promise<void>;
  /** Makes a zip of what arrives. */
  pack?: (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
}

/**
 * Receives the body of a request as an archive, records it within its quota and with an audit record, and
 * returns its id.
 */
export type ReceiveUpload = (c: ApiContext, upload: Upload) => Promise<string>;

export function createUploads(dependencies: Dependencies, receiver: OpenReceiver): ReceiveUpload {
  const { database, settings } = dependencies;
  const { quotas } = settings;
  return async (
    c,
    { datasetId, name, options, replaces, writes, check, audit, onRecorded, pack },
  ) => {
    const { id: organizationId } = c.get('organization');
    const quota = { organizationId, quotas };
    // Before the bytes arrive; of an unannounced size, the first must fit.
    const announced = announcedBytes(c);
    await database.read(organizationId, async (tx) => {
      if (!(await datasetsOf(tx, organizationId).exists(datasetId))) throw notFound('dataset');
      await requireRoom(tx, quota, 'bytes', announced ?? 1, { lock: false });
    });
    if (announced !== undefined && announced > settings.maxUploadBytes) {
      throw uploadTooLarge(settings.maxUploadBytes);
    }
    const stallLimit = {
      windowMilliseconds: settings.uploadStallSeconds * 1000,
      minBytes: MIN_BYTES_PER_WINDOW,
    };
    const pieces = uploadPieces(bodyOf(c), announced, stallLimit);
    const packed = pack?.(atMost(pieces, settings.maxUploadBytes)) ?? pieces;
    const { storage, maxBytes, ...checks } = await receiver();
    const checkFile = pack === undefined ? checks.check : checks.checkPacked;
    return receiveArchive({ storage, maxBytes, check: checkFile }, packed, (received) =>
      c.var.tenant(async (tx) => {
        await recordArchive(c, tx, dependencies, {
          ...received,
          datasetId,
          name,
          options,
          replaces,
          check,
          audit,
          writes: writes?.(),
        });
        await onRecorded?.(tx, received.id);
      }),
    );
  };
}

/** What is packed may be smaller than what arrives. @throws {Problem} 413 */
async function* atMost(
  pieces: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const piece of pieces) {
    received += piece.length;
    if (received > maxBytes) throw uploadTooLarge(maxBytes);
    yield piece;
  }
}
