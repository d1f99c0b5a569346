import { DetailedError, Upload } from 'tus-js-client';

import { retryAfterSeconds } from '../../../contract/public.ts';
import { apiPaths } from '../../../paths/public.ts';
import { ApiError, isApiError } from '../../api-error.ts';
import { expectSuccess, ORGANIZATION_HEADER, REQUEST_ID_HEADER } from '../../client/call.ts';
import { apiUrlOf } from '../../client/client-settings.ts';
import { tusRequests } from './tus-requests.ts';

/** Bytes of one request at most: proxies limit the size of a body. */
const REQUEST_BYTES = 64 * 1024 * 1024;

export interface SendBytesOptions {
  organizationId: string;
  datasetId: string;
  fingerprint: string;
  /** The upload that goes on; without it, one is created. */
  uploadId: string | undefined;
  onCreated: (uploadId: string) => void;
  /** Called with how many bytes the server has, before any are sent. */
  onOffset: (offset: number) => void;
  /** Called when the server has accepted bytes. */
  onAccepted: () => void;
  onProgress: (loaded: number, total: number) => void;
  signal: AbortSignal;
}

/** What broke an upload off. */
export interface BrokenOff {
  error: ApiError;
  /** Of the request that failed. */
  method: string;
}

/**
 * Sends a file by the tus protocol, from where the server has it. Returns undefined once all bytes have arrived, or
 * what broke it off. An aborted upload throws the signal's reason.
 */
export function sendBytes(file: File, options: SendBytesOptions): Promise<BrokenOff | undefined> {
  const { organizationId, datasetId, fingerprint, uploadId, signal } = options;
  return new Promise((resolve, reject) => {
    const stop = () => {
      // A request that creates an upload is not aborted: its response says which one must be deleted.
      if (upload.url !== null) void upload.abort();
      reject(signal.reason as Error);
    };
    const settle = (result: BrokenOff | undefined) => {
      signal.removeEventListener('abort', stop);
      resolve(result);
    };
    const upload = new Upload(file, {
      ...(uploadId === undefined
        ? { endpoint: apiUrlOf(apiPaths.datasetUploads(datasetId)) }
        : { uploadUrl: apiUrlOf(apiPaths.datasetUpload(datasetId, uploadId)) }),
      headers: { [ORGANIZATION_HEADER]: organizationId },
      // A lone surrogate, which some systems allow in a name, cannot be encoded.
      metadata: { filename: file.name.toWellFormed(), fingerprint },
      chunkSize: REQUEST_BYTES,
      httpStack: tusRequests,
      // The server lists what is unfinished, and the caller decides when to try again.
      storeFingerprintForResuming: false,
      fingerprint: () => Promise.resolve(fingerprint),
      retryDelays: null,
      onUploadUrlAvailable: () => {
        if (uploadId !== undefined) return;
        options.onCreated(lastSegment(upload.url ?? ''));
        if (signal.aborted) void upload.abort();
        else options.onOffset(0);
      },
      onAfterResponse: (request, response) => {
        const offset = Number(response.getHeader('Upload-Offset') ?? Number.NaN);
        if (response.getStatus() >= 300 || !Number.isFinite(offset)) return;
        if (request.getMethod() === 'HEAD') options.onOffset(offset);
        if (request.getMethod() === 'PATCH') options.onAccepted();
      },
      onProgress: options.onProgress,
      onSuccess: () => settle(undefined),
      onError: (error) => settle(brokenOff(error)),
    });
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    signal.addEventListener('abort', stop, { once: true });
    upload.start();
  });
}

const lastSegment = (url: string) =>
  decodeURIComponent(url.split(/[?#]/)[0]?.split('/').at(-1) ?? '');

function brokenOff(error: Error): BrokenOff {
  if (!(error instanceof DetailedError)) {
    return { error: new ApiError('network', 'Upload failed', { cause: error }), method: '' };
  }
  const { originalRequest, originalResponse, causingError } = error;
  const method = originalRequest?.getMethod() ?? '';
  if (originalResponse) return { error: errorOf(originalResponse, error), method };
  return {
    error: isApiError(causingError)
      ? causingError
      : new ApiError('network', 'Upload failed', { cause: error }),
    method,
  };
}

/** A success that does not fit the protocol is a response of something else, such as a proxy. */
function errorOf(
  response: NonNullable<DetailedError['originalResponse']>,
  cause: DetailedError,
): ApiError {
  const status = response.getStatus();
  const requestId = response.getHeader(REQUEST_ID_HEADER);
  try {
    expectSuccess({
      status,
      text: response.getBody(),
      requestId,
      retryAfter: retryAfterSeconds(response.getHeader('Retry-After')),
    });
  } catch (error) {
    if (isApiError(error)) return error;
  }
  return new ApiError('contract', undefined, { status, requestId, cause });
}
