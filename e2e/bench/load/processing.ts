import {
  documentListSchema,
  FILENAME_HEADER,
  UPLOAD_OPTION_DEFAULTS,
  type StatusCounts,
} from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { parse } from 'valibot';

import type { ApiSession } from './api-session.ts';

/** Uploads an archive into a dataset. */
export async function upload(
  session: ApiSession,
  datasetId: string,
  zip: Buffer<ArrayBuffer>,
): Promise<void> {
  await session.send('POST', apiPaths.archiveUpload(datasetId, UPLOAD_OPTION_DEFAULTS), zip, {
    'Content-Type': 'application/zip',
    [FILENAME_HEADER]: 'library.zip',
  });
}

export async function statusCounts(session: ApiSession, datasetId: string): Promise<StatusCounts> {
  const response = await session.call('GET', apiPaths.documents(datasetId, { limit: 1 }));
  return parse(documentListSchema, await response.json()).status_counts;
}

/** Returns how many documents of a dataset are processed, or have failed. */
export async function endedDocuments(session: ApiSession, datasetId: string): Promise<number> {
  const { ingested, partitioned, chunked, total } = await statusCounts(session, datasetId);
  return total - ingested - partitioned - chunked;
}

/** Waits until at least `count` documents of a dataset are processed, or have failed. */
export async function waitUntilEnded(
  session: ApiSession,
  datasetId: string,
  { count, pollMs, sample }: { count: number; pollMs: number; sample?: () => Promise<void> },
): Promise<void> {
  while ((await endedDocuments(session, datasetId)) < count) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    await sample?.();
  }
}
