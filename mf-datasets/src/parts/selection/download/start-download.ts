import { ApiError, isApiError, prepareDownload } from '@carrel/shared/api';

/** Downloads what the server sends as an attachment, once the session is renewed: the page stays. */
export async function startDownload(path: string, organizationId: string): Promise<void> {
  const link = document.createElement('a');
  link.href = await prepareDownload(path, organizationId).catch(withReason);
  // The server names the file.
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Throws a failure again. The response before a download has no body, so a refusal has no message. */
function withReason(error: unknown): never {
  if (!isApiError(error) || error.status !== 403) throw error;
  const { status, requestId } = error;
  throw new ApiError('http', 'You may not download from this dataset.', { status, requestId });
}
