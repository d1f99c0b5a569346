import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { hardCount } from '../hard-counts.ts';
import { startTestPostgres } from '../postgres/test-postgres.ts';
import { startS3Server } from '../s3-server.ts';
import { readJson } from '../server-fixture.ts';
import { tusRequests, type TusRequests } from '../tus-requests.ts';
import { createTestServer, type ServerProcess } from './server-process.ts';

/** Where a server stores rows and bytes. */
export const UPLOAD_PLACES = ['the embedded database and a folder', 'PostgreSQL and S3'] as const;

/** Where tests run that also hold for a folder by what else runs on one; all places under `pnpm test:hard`. */
export const USUAL_PLACES = UPLOAD_PLACES.slice(-hardCount(1, UPLOAD_PLACES.length));

export type UploadServerPlace = (typeof UPLOAD_PLACES)[number];

/** The real server with a dataset, for uploads that are interrupted. */
export interface UploadServer {
  server: ServerProcess;
  directory: string;
  tus: TusRequests;
  organizationId: string;
  datasetId: string;
  /** Sends a part, and cuts the connection after `cutAfter` bytes. Returns the status if it was not cut. */
  send(id: string, offset: number, pieces: Iterable<Uint8Array>, cut: Cut): Promise<Sent>;
  close(): Promise<void>;
}

interface Cut {
  /** Bytes of the body. */
  length: number;
  after: number;
}

interface Sent {
  /** Bytes that the system took. */
  bytes: number;
  status: number | undefined;
}

export async function startUploadServer(
  place: UploadServerPlace,
  variables: Record<string, string> = {},
): Promise<UploadServer> {
  const directory = mkdtempSync(join(tmpdir(), 'carrel-tus-'));
  const isRemote = place === 'PostgreSQL and S3';
  const postgres = isRemote ? startTestPostgres() : undefined;
  const store = isRemote ? await startS3Server() : undefined;
  const server = await createTestServer(directory, {
    ...variables,
    ...(postgres && { DATABASE_URL: postgres.urlOf('postgres') }),
    ...(store && { ...store.environment, STORAGE_URL: store.url }),
  });
  await server.start();
  await server.signIn();
  const idOf = async (path: string, json: unknown, organization?: string) => {
    const sent = organization === undefined ? { json } : { json, organizationId: organization };
    return (await readJson<{ id: string }>(await server.call('POST', path, sent))).id;
  };
  const organizationId = await idOf('/organizations', { name: 'Readers' });
  const datasetId = await idOf('/datasets', { name: 'Library' }, organizationId);
  const tus = tusRequests({ owner: server, organizationId, datasetId });
  return {
    server,
    directory,
    tus,
    organizationId,
    datasetId,
    send: (id, offset, pieces, cut) => {
      const sending = request(`${server.origin}/api/v1${tus.path}/${id}`, {
        method: 'PATCH',
        headers: {
          'Tus-Resumable': '1.0.0',
          'Upload-Offset': offset,
          'Content-Type': 'application/offset+octet-stream',
          'Content-Length': cut.length,
          'X-Organization-Id': organizationId,
          Cookie: [...server.cookies].map((pair) => pair.join('=')).join('; '),
        },
      });
      return sendPieces(sending, pieces, cut);
    },
    close: async () => {
      await server.kill();
      await store?.stop();
      postgres?.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function sendPieces(
  sending: ReturnType<typeof request>,
  pieces: Iterable<Uint8Array>,
  { length, after }: Cut,
): Promise<Sent> {
  const response = once(sending, 'response').then(
    ([received]) => {
      const incoming = received as IncomingMessage;
      incoming.resume();
      return incoming.statusCode;
    },
    () => undefined,
  );
  const end = Math.min(after, length);
  let bytes = 0;
  for (const piece of pieces) {
    const part = piece.subarray(0, end - bytes);
    if (part.length === 0) break;
    const written = new Promise<boolean>((resolve) => {
      sending.write(part, (error) => resolve(error === null || error === undefined));
    });
    // An early response is a refusal.
    if (!(await Promise.race([written, response.then(() => false)]))) {
      return { bytes, status: await response };
    }
    bytes += part.length;
  }
  if (bytes === length) {
    sending.end();
    return { bytes, status: await response };
  }
  sending.destroy();
  await response;
  return { bytes, status: undefined };
}
