import { Readable } from 'node:stream';

import type { UploadOptions } from '@carrel/shared/contract';

import { auditOf } from '../../access/audit.ts';
import { datasetsOf } from '../../datasets/dataset-repository.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../database/database.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { notFound } from '../../http/problems.ts';
import { ingestTurns } from '../../pipeline/ingest/ingest-turns.ts';
import type { ArchiveWrites } from '../../pipeline/ingest/write-condition.ts';
import { requireRoom } from '../../quotas/require-room.ts';
import { openStorage, storageLocation } from '../../storage/open-storage.ts';
import { archivesOf } from '../archive-repository.ts';
import {
  createArchiveChecker,
  MIN_BYTES_PER_WINDOW,
  receiveArchive,
  uploadPieces,
  uploadTooLarge,
  type ArchiveReceiver,
} from './receive-archive.ts';

/** Where an upload goes, and what is done with it. */
export interface Upload {
  datasetId: string;
  /** The archive's, as the list of archives shows it. */
  name: string;
  options: UploadOptions;
  /** What a write by path does besides; asked for once the bytes have arrived. */
  writes?: () => ArchiveWrites;
  /** Throws where the upload is not wanted any more, in the transaction that records it. */
  check?: (tx: Queryable) => Promise<void>;
  /** Makes a zip of what arrives. */
  pack?: (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
}

/**
 * Receives the body of a request as an archive, records it within its quota and with an audit record, and
 * returns its id.
 */
export type ReceiveUpload = (c: ApiContext, upload: Upload) => Promise<string>;

export function createUploads(dependencies: Dependencies): ReceiveUpload {
  const { database, queue, settings } = dependencies;
  const { quotas } = settings;
  const receiver = once(() => openReceiver(dependencies));
  return async (c, { datasetId, name, options, writes, check, pack }) => {
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
    const pieces = uploadPieces(bodyOf(c), announced, {
      windowMilliseconds: settings.uploadStallSeconds * 1000,
      minBytes: MIN_BYTES_PER_WINDOW,
    });
    const packed = pack?.(atMost(pieces, settings.maxUploadBytes)) ?? pieces;
    return receiveArchive(await receiver(), packed, (received) =>
      c.var.tenant(async (tx) => {
        await requireRoom(tx, quota, 'bytes', received.size);
        await check?.(tx);
        const archives = archivesOf(tx, organizationId);
        // The dataset may have been deleted during the upload.
        if (
          !(await archives.create({ ...received, datasetId, name, ...options, writes: writes?.() }))
        ) {
          throw notFound('dataset');
        }
        await auditOf(c, tx, 'archive.uploaded', ['archive', received.id], { ...options });
        if (options.sync) await ingestTurns.request(queue, organizationId, tx);
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

async function openReceiver({ settings }: Dependencies): Promise<ArchiveReceiver> {
  const storage = await openStorage(storageLocation(settings));
  return {
    storage,
    check: createArchiveChecker(storage.location, settings),
    maxBytes: settings.maxUploadBytes,
  };
}

function announcedBytes(c: ApiContext): number | undefined {
  const header = c.req.header('Content-Length');
  return header === undefined ? undefined : Number(header);
}

/** The socket's own stream if there is one: each layer around it slows large uploads down. */
function bodyOf(c: ApiContext): Readable {
  const incoming = c.env?.incoming;
  if (incoming !== undefined) {
    // UPLOAD_PATIENCE_SECONDS decides, not the timeout of idle connections.
    incoming.socket.setTimeout(0);
    return incoming;
  }
  return Readable.fromWeb((c.req.raw.body ?? new Blob([]).stream()) as ReadableStream);
}

function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => (opened ??= open());
}
