import { FILENAME_HEADER } from '../../contract/public.ts';
import { ORGANIZATION_HEADER } from '../client/call.ts';
import type { ApiResponse } from '../client/call.ts';
import { sendUploadRequest } from './upload-request.ts';

export interface UploadFileOptions {
  organizationId: string;
  /** Called with bytes, as often as the browser reports; starts at 0 again after a session refresh. */
  onProgress: (loaded: number, total: number) => void;
  signal?: AbortSignal;
  /** By default that of a zip. */
  contentType?: string;
}

/** Uploads a file in one request. */
export function sendFile(
  url: string,
  file: File,
  { organizationId, onProgress, signal, contentType = 'application/zip' }: UploadFileOptions,
): Promise<ApiResponse> {
  return sendUploadRequest({
    method: 'POST',
    url,
    headers: {
      Accept: 'application/json',
      'Content-Type': contentType,
      // A lone surrogate, which some systems allow in a name, cannot be encoded.
      [FILENAME_HEADER]: encodeURIComponent(file.name.toWellFormed()),
      [ORGANIZATION_HEADER]: organizationId,
    },
    body: file,
    onProgress: (loaded, total) => onProgress(loaded, total ?? file.size),
    signal,
  });
}
