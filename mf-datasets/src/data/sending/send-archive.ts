import { UPLOAD_PART_BYTES } from '@carrel/shared/contract';
import type { Created } from '@carrel/shared/contract';

import { uploadArchive } from '../archives.api.ts';
import type { ArchiveTransfer } from './archive-transfer.ts';

/** Sends an archive: one of more than a part in parts where the server accepts them, others in one request. */
export async function sendArchive(file: File, transfer: ArchiveTransfer): Promise<Created> {
  if (file.size > UPLOAD_PART_BYTES) {
    const { sendArchiveInParts } = await import(
      /* webpackChunkName: "send-in-parts" */ './send-archive-in-parts.ts'
    );
    const created = await sendArchiveInParts(file, transfer);
    if (created !== undefined) return created;
  }
  return uploadArchive(transfer.datasetId, file, transfer.options, transfer);
}
