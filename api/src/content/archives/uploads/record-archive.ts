import type { UploadOptions } from '@carrel/shared/contract';

import { auditOf } from '../../../platform/access/audit.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import { notFound } from '../../../platform/http/problems.ts';
import { requireRoom } from '../../../platform/quotas/require-room.ts';
import { archivesOf, type NewArchive } from '../archive-repository.ts';
import { requestJob } from '../../../processing/rows/request-job.ts';

/** What is recorded of an upload. */
export interface NewUpload extends Omit<NewArchive, keyof UploadOptions> {
  options: UploadOptions;
  /** Throws where the upload is not wanted any more. */
  check?: ((tx: Queryable) => Promise<void>) | undefined;
  /** Writes another audit record than that of an upload. */
  audit?: ((tx: Queryable) => Promise<void>) | undefined;
}

/**
 * Records a stored upload as an archive within the quota, with an audit record, in a transaction of the
 * caller's, and has it merged if that is wanted. @throws {Problem} 404 or 409.
 */
export async function recordArchive(
  c: ApiContext,
  tx: Queryable,
  { queue, settings: { quotas } }: Dependencies,
  { options, check, audit, ...upload }: NewUpload,
): Promise<void> {
  const { id: organizationId } = c.get('organization');
  await requireRoom(tx, { organizationId, quotas }, 'bytes', upload.size);
  await check?.(tx);
  // The dataset may have been deleted during the upload.
  if (!(await archivesOf(tx, organizationId).create({ ...upload, ...options }))) {
    throw notFound('dataset');
  }
  if (audit === undefined) {
    await auditOf(c, tx, 'archive.uploaded', ['archive', upload.id], { ...options });
  } else await audit(tx);
  if (options.sync) await requestJob(queue, organizationId, 'ingest', tx);
}
