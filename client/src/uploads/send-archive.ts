import {
  createdSchema,
  FILENAME_HEADER,
  UPLOAD_OPTION_DEFAULTS,
  UPLOAD_PART_BYTES,
} from '@carrel/shared/contract';
import type { UploadOptions } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import { isHttpError } from '../errors/guards.ts';
import type { CallOptions, SentBody } from '../requests/call.ts';
import type { Connection } from '../requests/connection.ts';
import { partsOf, streamOf } from './parts-of.ts';
import { sendInParts } from './send-in-parts.ts';
import { readSource, sourceOf, SourceFailure } from './upload-source.ts';
import type { Uploadable, UploadSource } from './upload-source.ts';

/** Milliseconds for one request of an upload: checking a large archive takes the server minutes. */
const UPLOAD_TIMEOUT = 300_000;
/** The slowest connection, for which a request with a whole archive has more time: bytes in a millisecond. */
const SLOWEST = 8;

/** Bytes that were sent, of all; `resumed` of them by an earlier call that was interrupted. */
export interface UploadProgress {
  sent: number;
  size: number;
  resumed: number;
}

/** What the archive does besides being stored, by default what the console's form does. */
export interface UploadArchiveOptions extends CallOptions, Partial<UploadOptions> {
  /** What the archive is called in the history, by default what the file is. */
  name?: string | undefined;
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** Sends an archive, and returns its id. @throws {CarrelError}, or what a source throws. */
export async function sendArchive(
  connection: Connection,
  datasetId: string,
  file: Uploadable,
  { signal, timeout, name: named, onProgress, ...given }: UploadArchiveOptions,
): Promise<string> {
  const call = { signal, timeout: timeout ?? UPLOAD_TIMEOUT };
  const options = { ...UPLOAD_OPTION_DEFAULTS, ...given };
  if (file instanceof ReadableStream) {
    return sendWhole(connection, datasetId, { name: named, body: file, options, call });
  }
  const source = sourceOf(file);
  const name = named ?? source.name ?? 'archive.zip';
  const progress = (sent: number, resumed = 0) =>
    onProgress?.({ sent, size: source.size, resumed });
  try {
    if (source.size > UPLOAD_PART_BYTES) {
      const archive = { datasetId, name, source, options, call, onProgress: progress };
      const id = await sendInParts(connection, archive).catch(ifNoParts);
      if (id !== undefined) return id;
    }
    progress(0);
    const body = await bodyOf(file, source, signal);
    const whole = { ...call, timeout: timeout ?? UPLOAD_TIMEOUT + source.size / SLOWEST };
    const id = await sendWhole(connection, datasetId, { name, body, options, call: whole });
    progress(source.size);
    return id;
  } catch (error) {
    const failure = sourceFailureIn(error);
    throw failure === undefined ? error : failure.cause;
  }
}

/** `fetch` wraps what a stream throws. */
function sourceFailureIn(error: unknown): SourceFailure | undefined {
  if (error instanceof SourceFailure) return error;
  return error instanceof Error ? sourceFailureIn(error.cause) : undefined;
}

/**
 * A server that takes no parts, or none of keys, responds as for a dataset that is not there or not allowed, which
 * the next request finds out.
 */
function ifNoParts(error: unknown): undefined {
  if (!isHttpError(error, 403, 404)) throw error;
}

/** A body that is in memory, or a blob, can be sent again. */
async function bodyOf(
  file: Uploadable,
  source: UploadSource,
  signal: AbortSignal | undefined,
): Promise<SentBody> {
  if (file instanceof Blob || file instanceof Uint8Array) return file;
  const pieces = readSource(source, 0, signal);
  if (source.size > UPLOAD_PART_BYTES) return streamOf(pieces);
  for await (const whole of partsOf(pieces, UPLOAD_PART_BYTES)) return whole;
  return new Uint8Array();
}

async function sendWhole(
  connection: Connection,
  datasetId: string,
  {
    name = 'archive.zip',
    body,
    options,
    call,
  }: { name?: string | undefined; body: SentBody; options: UploadOptions; call: CallOptions },
): Promise<string> {
  const { id } = await connection.json(createdSchema, {
    ...call,
    method: 'POST',
    path: apiPaths.archiveUpload(datasetId, options),
    body,
    headers: { 'Content-Type': 'application/zip', [FILENAME_HEADER]: encodeURIComponent(name) },
  });
  return id;
}
