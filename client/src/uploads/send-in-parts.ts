import {
  createdSchema,
  resumableUploadListSchema,
  UPLOAD_PART_BYTES,
} from '@carrel/shared/contract';
import type { UploadOptions } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import { ContractError } from '../errors/failures.ts';
import { isHttpError, isTemporary } from '../errors/guards.ts';
import type { CallOptions } from '../requests/call.ts';
import type { Connection } from '../requests/connection.ts';
import { partsOf } from './parts-of.ts';
import { retried } from './retried.ts';
import { readSource, SourceFailure } from './upload-source.ts';
import type { UploadSource } from './upload-source.ts';

const TUS = { 'Tus-Resumable': '1.0.0' };

/** An archive that is sent in parts. */
export interface PartedArchive {
  datasetId: string;
  name: string;
  source: UploadSource;
  options: UploadOptions;
  call: CallOptions;
  /** Is told of the bytes that the server has, and of those that it had from an earlier try. */
  onProgress: (sent: number, resumed: number) => void;
}

/**
 * Sends an archive by the tus protocol, from where an earlier try has come to, and returns its id.
 * @throws {SourceFailure} @throws {CarrelError}
 */
export async function sendInParts(connection: Connection, archive: PartedArchive): Promise<string> {
  const { datasetId, options, call } = archive;
  const earlier = await findUnfinished(connection, archive);
  const id = earlier?.id ?? (await create(connection, archive));
  const path = apiPaths.datasetUpload(datasetId, id);
  try {
    await sendRest(connection, path, archive, earlier?.received ?? 0);
  } catch (error) {
    // What has arrived is of no use any more.
    if (error instanceof SourceFailure) {
      const deleting = { method: 'DELETE', path, headers: TUS } as const;
      await connection.send(deleting).catch(() => undefined);
    }
    throw error;
  }
  // It can be repeated: the archive is the same.
  return retried(connection, call.signal, isAway, async () => {
    const finishing = apiPaths.archiveOfUpload(datasetId, id, options);
    const created = await connection.json(createdSchema, {
      ...call,
      method: 'POST',
      path: finishing,
      retries: 0,
      isRepeatable: true,
    });
    return created.id;
  });
}

/** Returns an earlier upload of the same bytes. */
async function findUnfinished(
  connection: Connection,
  { datasetId, source: { fingerprint, size }, call }: PartedArchive,
): Promise<{ id: string; received: number } | undefined> {
  if (fingerprint === undefined) return undefined;
  const path = apiPaths.datasetUploads(datasetId);
  const { uploads } = await connection.json(resumableUploadListSchema, { ...call, path });
  return uploads.find((upload) => upload.fingerprint === fingerprint && upload.size === size);
}

async function create(
  connection: Connection,
  { datasetId, name, source: { fingerprint, size }, call }: PartedArchive,
): Promise<string> {
  const { headers, status } = await connection.send({
    ...call,
    method: 'POST',
    path: apiPaths.datasetUploads(datasetId),
    headers: {
      ...TUS,
      'Upload-Length': String(size),
      'Upload-Metadata': encodeMetadata({ filename: name, fingerprint }),
    },
  });
  const id = headers.get('Location')?.split('/').at(-1);
  if (id !== undefined) return id;
  throw new ContractError('The server did not say where to send the archive.', { status, headers });
}

/** Sends what the server does not have yet. */
async function sendRest(
  connection: Connection,
  path: string,
  { source, call, onProgress }: PartedArchive,
  resumed: number,
): Promise<void> {
  let before = 0;
  await retried(connection, call.signal, isAwayOrTaken, async (progressed) => {
    const asked = await connection.send({
      ...call,
      method: 'HEAD',
      path,
      headers: TUS,
      retries: 0,
    });
    let offset = Number(asked.headers.get('Upload-Offset') ?? Number.NaN);
    if (Number.isNaN(offset)) throw new ContractError('The server did not say what it has.', asked);
    const report = () => {
      if (offset > before) progressed();
      before = offset;
      onProgress(offset, resumed);
    };
    report();
    if (offset >= source.size) return;
    for await (const part of partsOf(readSource(source, offset, call.signal), UPLOAD_PART_BYTES)) {
      await connection.send({
        ...call,
        method: 'PATCH',
        path,
        body: part,
        headers: {
          ...TUS,
          'Upload-Offset': String(offset),
          'Content-Type': 'application/offset+octet-stream',
        },
      });
      offset += part.length;
      report();
    }
  });
}

const isAway = (error: unknown) => isTemporary(error) || isHttpError(error, 500);

/** A 409 is an offset that another request has moved; a 423 is a request that still runs. */
const isAwayOrTaken = (error: unknown) => isAway(error) || isHttpError(error, 409, 423);

/** Returns a header `Upload-Metadata`: keys, and values in UTF-8 and Base64. */
const encodeMetadata = (metadata: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(metadata)
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key} ${base64(value)}`]))
    .join(',');

const base64 = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
