import { randomUUID } from 'node:crypto';

import { tooLargeSentence } from '@carrel/shared/contract/archive-rules';
import { Server } from '@tus/server';

import type { Dependencies } from '../../../../../platform/dependencies.ts';
import type { ApiContext } from '../../../../../platform/http/api-context.ts';
import { malformed, tooLarge } from '../../../../../platform/http/problems.ts';
import type { OpenReceiver } from '../../open-receiver.ts';
import { MIN_BYTES_PER_WINDOW, uploadPieces } from '../../receive-archive.ts';
import { announcedBytes, bodyOf } from '../../request-body.ts';
import { problemOf } from './tus-problem.ts';
import { createUploadLocks } from './upload-locker.ts';
import { expired, notBytes, otherVersion, TUS_VERSION } from '../upload-problems.ts';
import { UploadStore } from './upload-store.ts';

const BYTES = 'application/offset+octet-stream';
/** Until a request that has to end gives up what it stores, which takes this long only if the store hangs. */
const GIVE_UP_MILLISECONDS = 10_000;
/** Until the body of a request that has to end counts as complete. */
const END_MILLISECONDS = 100;

/** The headers that the library reads. */
const REQUEST_HEADERS = [
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Offset',
  'Upload-Metadata',
  'Content-Length',
  'Content-Type',
];
/** The library's other headers are this server's own to set. */
const RESPONSE_HEADERS = [
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Metadata',
  'Location',
];

/** Responds to a request of the tus protocol for uploads into one dataset. */
export type RespondToTus = (
  c: ApiContext,
  place: { datasetId: string; uploadId?: string },
) => Promise<Response>;

export function createTusRequests(
  dependencies: Dependencies,
  openReceiver: OpenReceiver,
): RespondToTus {
  const { settings } = dependencies;
  const locks = createUploadLocks();
  return async (c, { datasetId, uploadId }) => {
    c.header('Tus-Resumable', TUS_VERSION);
    requireProtocol(c, settings.maxUploadBytes);
    const { storage, maxBytes } = await openReceiver();
    const giveUp = new AbortController();
    const store = new UploadStore(dependencies, c, datasetId, storage, giveUp.signal);
    const newId = randomUUID();
    let failure: unknown;
    const path = `/api/v1/datasets/${datasetId}/uploads`;
    const server = new Server({
      path,
      datastore: store,
      maxSize: maxBytes,
      namingFunction: () => newId,
      generateUrl: (_, { id }) => `${path}/${id}`,
      getFileIdFromRequest: () => uploadId,
      lockDrainTimeout: END_MILLISECONDS,
      locker: locks(() => {
        setTimeout(() => giveUp.abort(), GIVE_UP_MILLISECONDS).unref();
      }),
      onResponseError: (_, error) => {
        failure = error;
        return undefined;
      },
    });
    const pieces = hasBytes(c) ? piecesOf(c, settings.uploadStallSeconds) : undefined;
    try {
      const response = await server.handleWeb(requestOf(c, pieces?.read()));
      if (response.status >= 400) throw problemOf(failure, response.status, maxBytes);
      return respond(c, response, uploadId ?? newId, store);
    } catch (error) {
      throw pieces?.failure ?? error;
    } finally {
      pieces?.end();
    }
  };
}

/** @throws {Problem} 400, 412, 413 or 415 with a sentence, where the library has none. */
function requireProtocol(c: ApiContext, maxBytes: number): void {
  const header = (name: string) => c.req.header(name);
  if (header('X-HTTP-Method-Override') !== undefined) {
    throw malformed('The header X-HTTP-Method-Override is not supported.');
  }
  if (c.req.method === 'OPTIONS') return;
  if (header('Tus-Resumable') !== TUS_VERSION) throw otherVersion();
  if (header('Upload-Concat') !== undefined) {
    throw malformed('An upload cannot be put together from others. Send one file after the other.');
  }
  if (c.req.method === 'POST') {
    const length = header('Upload-Length') ?? '';
    if (!/^[1-9]\d{0,15}$/.test(length)) {
      throw malformed(
        'Send the size of the file in bytes, at least 1, in the header Upload-Length.',
      );
    }
    if (Number(length) > maxBytes) throw tooLarge(tooLargeSentence(maxBytes));
  }
  if (c.req.method === 'PATCH') {
    if (!hasBytes(c)) throw notBytes();
    if (!/^(?:0|[1-9]\d{0,15})$/.test(header('Upload-Offset') ?? '')) {
      throw malformed('Send the offset of the first byte in the header Upload-Offset.');
    }
  }
}

/** Whether the body is the file's. @throws {Problem} 400 */
const hasBytes = (c: ApiContext) =>
  ['PATCH', 'POST'].includes(c.req.method) && c.req.header('Content-Type') === BYTES;

/** The bytes of a request; `failure` is what ended them early. */
function piecesOf(c: ApiContext, stallSeconds: number) {
  const pieces = uploadPieces(bodyOf(c), announcedBytes(c), {
    windowMilliseconds: stallSeconds * 1000,
    minBytes: MIN_BYTES_PER_WINDOW,
  });
  const source = {
    failure: undefined as unknown,
    read: async function* () {
      try {
        yield* pieces;
      } catch (error) {
        source.failure = error;
        throw error;
      }
    },
    /** Ends the watch over a body that nobody reads any more. */
    end: () => void pieces.return(undefined),
  };
  return source;
}

/** A request with nothing but what the library needs. */
function requestOf(c: ApiContext, bytes: AsyncIterable<Uint8Array> | undefined): Request {
  const headers = new Headers();
  for (const name of REQUEST_HEADERS) {
    const value = c.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  return new Request(new URL(c.req.path, 'http://localhost'), {
    method: c.req.method,
    headers,
    ...(bytes === undefined ? {} : { body: ReadableStream.from(bytes), duplex: 'half' }),
  });
}

function respond(
  c: ApiContext,
  response: Response,
  id: string,
  { expiresAt, isExpired }: Pick<UploadStore, 'expiresAt' | 'isExpired'>,
): Response {
  if (isExpired) throw expired();
  for (const name of RESPONSE_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) c.header(name, value);
  }
  if (expiresAt !== undefined) c.header('Upload-Expires', expiresAt.toUTCString());
  // The status with a body, as for everything that is created.
  return response.status === 201 ? c.json({ id }, 201) : c.body(null, response.status as 200);
}
