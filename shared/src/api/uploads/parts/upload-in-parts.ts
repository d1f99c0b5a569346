import { createdSchema } from '../../../contract/public.ts';
import type { Created } from '../../../contract/public.ts';
import { ApiError, isApiError } from '../../api-error.ts';
import { expectSuccess, ORGANIZATION_HEADER, readBody } from '../../client/call.ts';
import { apiUrlOf } from '../../client/client-settings.ts';
import { deleteResponses } from '../../client/client.ts';
import { chunkFailed } from '../../client/load-calls.ts';
import { withSession } from '../../client/with-session.ts';
import { sendUploadRequest } from '../../client/upload-request.ts';
import { Failures, waitFor } from './retries.ts';
import type { BrokenOff } from './send-bytes.ts';
import { discardUpload, findUnfinishedUploads } from './unfinished-uploads.ts';
import { holdUpload } from './upload-locks.ts';

export interface UploadInPartsOptions {
  organizationId: string;
  datasetId: string;
  /** Tells the file from others: an unfinished upload with the same one, and the same size, goes on. */
  fingerprint: string;
  /** The path of the call that makes something of the upload once all bytes have arrived. */
  finishPath: (uploadId: string) => string;
  /** Called when sending starts or goes on, with how many bytes the server has. */
  onStart: (uploadId: string, offset: number) => void;
  /** Called with bytes, as often as the browser reports. */
  onProgress: (loaded: number, total: number) => void;
  /** Called when the connection is lost: sending goes on by itself. */
  onLost: () => void;
  /** Whether the file can still be read: a browser reports one that cannot as a lost connection. */
  canRead: () => Promise<boolean>;
  /** An abort deletes the upload on the server. */
  signal: AbortSignal;
  /** Whether an aborted upload stays on the server, to go on later. */
  isKept: () => boolean;
}

/** The status of an upload that runs in another tab. */
export const RUNS_ELSEWHERE = 423;

/**
 * Uploads a file so that it goes on after a broken connection, a reload of the page or a pause. Returns undefined,
 * without having sent anything, where the server has no such uploads. Throws what other calls throw, and `http` with
 * the status 423 where the upload runs in another tab; an aborted upload throws the signal's reason.
 */
export async function uploadInParts(
  file: File,
  options: UploadInPartsOptions,
): Promise<Created | undefined> {
  try {
    return await new PartsUpload(file, options).run();
  } finally {
    deleteResponses();
  }
}

class PartsUpload {
  readonly #file: File;
  readonly #options: UploadInPartsOptions;
  readonly #failures = new Failures();
  /** Whether the server is known to have such uploads. */
  #isOffered = false;
  #uploadId: string | undefined;
  #release: (() => void) | undefined;

  constructor(file: File, options: UploadInPartsOptions) {
    this.#file = file;
    this.#options = options;
  }

  async run(): Promise<Created | undefined> {
    const { signal, isKept } = this.#options;
    try {
      for (;;) {
        const result = await this.#try();
        if (!('error' in result)) return result.created;
        await this.#waitAfter(result);
      }
    } catch (error) {
      if (signal.aborted && !isKept()) this.#discard(this.#uploadId);
      throw error;
    } finally {
      // What is being deleted is not offered to anybody.
      if (!signal.aborted || isKept()) this.#release?.();
    }
  }

  async #try(): Promise<{ created: Created | undefined } | BrokenOff> {
    const { signal } = this.#options;
    let method = 'GET';
    try {
      if (this.#uploadId === undefined && !(await this.#takeUnfinished())) {
        return { created: undefined };
      }
      const broken = await this.#send();
      if (broken !== undefined) return broken;
      method = 'FINISH';
      return { created: await this.#finish() };
    } catch (error) {
      if (signal.aborted || !isApiError(error) || error.status === RUNS_ELSEWHERE) throw error;
      return { error, method };
    }
  }

  /** Goes on with an unfinished upload of the same file. Returns whether the server has such uploads. */
  async #takeUnfinished(): Promise<boolean> {
    const { organizationId, datasetId, fingerprint, signal } = this.#options;
    // A list from before a request that failed may lack what that has created.
    deleteResponses();
    const unfinished = await findUnfinishedUploads({ organizationId, datasetId, signal }).catch(
      (error: unknown) => {
        if (isApiError(error) && error.status === 404 && !this.#isOffered) return undefined;
        throw error;
      },
    );
    if (unfinished === undefined) return false;
    this.#isOffered = true;
    const same = unfinished
      .filter((each) => each.fingerprint === fingerprint && each.size === this.#file.size)
      .toSorted((one, other) => other.received - one.received);
    for (const { id } of same) {
      this.#release = await holdUpload(id);
      if (this.#release === undefined) continue;
      this.#uploadId = id;
      return true;
    }
    if (same.length === 0) return true;
    throw new ApiError('http', 'This upload is running in another tab.', {
      status: RUNS_ELSEWHERE,
    });
  }

  async #send(): Promise<BrokenOff | undefined> {
    const { organizationId, datasetId, fingerprint, onStart, onProgress, signal } = this.#options;
    const { sendBytes } = await import(/* webpackChunkName: "tus" */ './send-bytes.ts').catch(
      chunkFailed,
    );
    return sendBytes(this.#file, {
      organizationId,
      datasetId,
      fingerprint,
      uploadId: this.#uploadId,
      onCreated: (uploadId) => this.#created(uploadId),
      onOffset: (offset) => onStart(this.#uploadId ?? '', offset),
      onAccepted: () => this.#failures.reset(),
      onProgress,
      signal,
    });
  }

  #created(uploadId: string): void {
    const { signal, isKept } = this.#options;
    if (signal.aborted) {
      if (!isKept()) this.#discard(uploadId);
      return;
    }
    this.#uploadId = uploadId;
    deleteResponses();
    // Nothing else knows the new upload yet.
    void holdUpload(uploadId).then((release) => {
      if (this.#uploadId === uploadId && !signal.aborted) this.#release = release;
      else release?.();
    });
  }

  async #finish(): Promise<Created> {
    const { finishPath, organizationId, onProgress, signal } = this.#options;
    onProgress(this.#file.size, this.#file.size);
    const url = apiUrlOf(finishPath(this.#uploadId ?? ''));
    // Without a timeout: all bytes are read once more on the server.
    const response = await withSession(() =>
      sendUploadRequest({
        method: 'POST',
        url,
        headers: { Accept: 'application/json', [ORGANIZATION_HEADER]: organizationId },
        body: null,
        signal,
      }),
    );
    return readBody(expectSuccess(response), createdSchema, 'Failed to parse response');
  }

  async #waitAfter({ error, method }: BrokenOff): Promise<void> {
    const { onLost, canRead, signal } = this.#options;
    const pause = this.#failures.pauseAfter({ error, method });
    if (pause === undefined || !(await canRead())) throw error;
    onLost();
    // It has expired, or was deleted: the file is sent anew.
    if (error.status === 404 || error.status === 410) this.#forget();
    await waitFor(pause, signal);
  }

  #forget(): void {
    this.#release?.();
    this.#release = undefined;
    this.#uploadId = undefined;
  }

  // What cannot be deleted now expires.
  #discard(uploadId: string | undefined): void {
    const { organizationId, datasetId } = this.#options;
    if (uploadId === undefined) return;
    void discardUpload(organizationId, datasetId, uploadId)
      .catch(() => undefined)
      .finally(() => this.#release?.());
  }
}
