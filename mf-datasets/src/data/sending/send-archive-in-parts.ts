import { loadUploads } from '@carrel/shared/api';
import type { Created } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import type { ArchiveTransfer } from './archive-transfer.ts';
import { fingerprintOf } from './file-fingerprint.ts';
import { forgetUpload, rememberUpload } from './remembered-uploads.ts';

/**
 * Sends an archive so that it goes on after a broken connection or a reload. Returns undefined where the server has no
 * such uploads.
 */
export async function sendArchiveInParts(
  file: File,
  { datasetId, kind, options, ...transfer }: ArchiveTransfer,
): Promise<Created | undefined> {
  const { uploadInParts } = await loadUploads();
  const fingerprint = await fingerprintOf(file);
  let started: string | undefined;
  const created = await uploadInParts(file, {
    ...transfer,
    datasetId,
    fingerprint,
    finishPath: (uploadId) => apiPaths.archiveOfUpload(datasetId, uploadId, options),
    onStart: (uploadId, offset) => {
      if (uploadId !== started) rememberUpload({ id: uploadId, datasetId, kind, options });
      started = uploadId;
      transfer.onStart(uploadId, offset);
    },
  });
  if (started !== undefined) forgetUpload(started);
  return created;
}
