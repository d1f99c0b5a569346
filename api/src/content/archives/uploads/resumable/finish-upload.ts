import type { UploadOptions } from '@carrel/shared/contract';

import type { Queryable } from '../../../../platform/database/database.ts';
import { datasetsOf } from '../../../datasets/dataset-repository.ts';
import type { Dependencies } from '../../../../platform/dependencies.ts';
import type { ApiContext } from '../../../../platform/http/api-context.ts';
import { keyedMutex } from '../../../../platform/http/limits/keyed-mutex.ts';
import { Problem } from '../../../../platform/http/problem.ts';
import { malformed, notFound } from '../../../../platform/http/problems.ts';
import { deleteUploads } from '../../../../processing/jobs/purge/delete-uploads.ts';
import type { OpenReceiver } from '../open-receiver.ts';
import { storageProblem, type ArchiveReceiver } from '../receive-archive.ts';
import { recordArchive } from '../record-archive.ts';
import { announcedBytes, waitIndefinitely } from '../request-body.ts';
import { expired, incomplete } from './upload-problems.ts';
import { ownerOf } from './upload-owner.ts';
import { uploadsOf, type StoredUpload } from './upload-repository.ts';

export interface CompleteUpload {
  datasetId: string;
  uploadId: string;
  options: UploadOptions;
}

/** Makes an archive of an upload of which every byte has arrived, and returns its id. Can be repeated. */
export type FinishUpload = (c: ApiContext, upload: CompleteUpload) => Promise<string>;

/** Statuses of a zip that will never be accepted. */
const REFUSED = new Set([415, 422]);

export function createFinishUploads(
  dependencies: Dependencies,
  openReceiver: OpenReceiver,
): FinishUpload {
  const { queue } = dependencies;
  const mutex = keyedMutex();
  return async (c, { datasetId, uploadId, options }) => {
    if ((announcedBytes(c) ?? 0) > 0) {
      throw malformed('Send no body with the parameter upload.');
    }
    const owner = ownerOf(c);
    const { organizationId } = owner;
    const uploads = (tx: Queryable) => uploadsOf(tx, owner);

    const finish = async (): Promise<string> => {
      const upload = await c.var.tenant(async (tx) => {
        if (!(await datasetsOf(tx, organizationId).exists(datasetId))) throw notFound('dataset');
        return uploads(tx).find(datasetId, uploadId);
      });
      if (upload === undefined) throw notFound('upload');
      if (upload.finished) return uploadId;
      requireComplete(upload);
      const receiver = await openReceiver();
      const sha256 = await store(receiver, upload, organizationId).catch(async (error: unknown) => {
        if (error instanceof Problem && REFUSED.has(error.status)) {
          await c.var.tenant((tx) =>
            deleteUploads(queue, tx, 'u.id = $1 AND u.finished_at IS NULL', [uploadId]),
          );
        }
        throw error;
      });
      await c.var.tenant(async (tx) => {
        const isFirst = await uploads(tx).finish(datasetId, uploadId);
        if (isFirst === undefined) throw notFound('upload');
        // Another process was faster.
        if (!isFirst) return;
        const { size, filename: name } = upload;
        const archive = { id: uploadId, size, sha256, datasetId, name, options };
        await recordArchive(c, tx, dependencies, archive);
      });
      return uploadId;
    };

    // Reading a large file takes longer than connections may be idle.
    waitIndefinitely(c);
    return mutex(`${organizationId}/${owner.callerId}/${uploadId}`, finish);
  };
}

function requireComplete({ received, size, expired: isExpired }: StoredUpload): void {
  if (isExpired) throw expired();
  if (received < size) throw incomplete(received, size);
}

/** Checks the zip, stores it durably under the upload's id, and returns its SHA-256. */
async function store(
  { storage, check, hash, maxBytes }: ArchiveReceiver,
  { id, stored, size }: StoredUpload,
  organizationId: string,
): Promise<string> {
  try {
    const key = await storage.parts.join(id, stored, size);
    await check(key);
    const sha256 = await hash(key, size, organizationId);
    await storage.parts.keep(id);
    return sha256;
  } catch (error) {
    throw storageProblem(error, maxBytes);
  }
}
