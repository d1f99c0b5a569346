import { resumableUploadListSchema } from '../../../contract/public.ts';
import type { ResumableUpload } from '../../../contract/public.ts';
import { apiPaths } from '../../../paths/public.ts';
import { isApiError } from '../../api-error.ts';
import { expectDone, ORGANIZATION_HEADER } from '../../client/call.ts';
import { apiUrlOf } from '../../client/client-settings.ts';
import { CALL_TIMEOUT, client, deleteResponses } from '../../client/client.ts';
import { withSession } from '../../client/with-session.ts';
import { sendUploadRequest } from '../../client/upload-request.ts';
import { runningUploads } from './upload-locks.ts';

/** An unfinished upload of the caller, and where it runs: in this tab, in another one of this browser, or not. */
export interface UnfinishedUpload extends ResumableUpload {
  runs: 'here' | 'elsewhere' | 'nowhere';
}

interface UploadsOf {
  organizationId: string;
  /** Without it, those into all datasets of the organization. */
  datasetId?: string;
  signal?: AbortSignal;
}

/** Returns the caller's unfinished uploads, newest first. Throws 404 where the server has no such uploads. */
export async function findUnfinishedUploads({
  organizationId,
  datasetId,
  signal,
}: UploadsOf): Promise<UnfinishedUpload[]> {
  const path = datasetId === undefined ? apiPaths.uploads() : apiPaths.datasetUploads(datasetId);
  const options = { organizationId, ...(signal === undefined ? {} : { signal }) };
  const { uploads } = await client.get(path, options).json(resumableUploadListSchema);
  const { here, elsewhere } = await runningUploads();
  const runs = ({ id }: ResumableUpload): UnfinishedUpload['runs'] =>
    here.has(id) ? 'here' : elsewhere.has(id) ? 'elsewhere' : 'nowhere';
  return uploads
    .filter(({ expires_at }) => Date.parse(expires_at) > Date.now())
    .toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at))
    .map((upload) => Object.assign(upload, { runs: runs(upload) }));
}

/** Returns the caller's unfinished uploads, newest first; none where the server has no such uploads. */
export async function listUnfinishedUploads(of: UploadsOf): Promise<UnfinishedUpload[]> {
  try {
    return await findUnfinishedUploads(of);
  } catch (error) {
    if (isApiError(error) && error.status === 404) return [];
    throw error;
  }
}

/** Deletes an unfinished upload. One that is gone already counts as deleted. */
export async function discardUpload(
  organizationId: string,
  datasetId: string,
  uploadId: string,
): Promise<void> {
  const response = await withSession(() =>
    sendUploadRequest({
      method: 'DELETE',
      url: apiUrlOf(apiPaths.datasetUpload(datasetId, uploadId)),
      headers: {
        Accept: 'application/json',
        [ORGANIZATION_HEADER]: organizationId,
        // A server need not accept a request of the protocol without its version.
        'Tus-Resumable': '1.0.0',
      },
      body: null,
      stallTimeout: CALL_TIMEOUT,
    }),
  ).finally(deleteResponses);
  if (response.status !== 404 && response.status !== 410) expectDone(response);
}
