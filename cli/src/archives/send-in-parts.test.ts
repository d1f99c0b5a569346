import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { ApiClient } from '../api/api-client.ts';
import type { SlicedBody } from '../api/send.ts';
import { FileChanged } from '../files/local-file.ts';
import { SessionStore } from '../session/session-store.ts';
import { Terminal } from '../terminal/terminal.ts';
import { sendArchive } from './send-archive.ts';

const [DATASET, UPLOAD, ARCHIVE] = [randomUUID(), randomUUID(), randomUUID()];
const UPLOADS = `/api/v1/datasets/${DATASET}/uploads`;
const SIZE = 9 * 1024 * 1024;
const OPTIONS = { sync: true, delete_orphans: false, purge_on_completion: true };

let folder = '';
let server: Server;
let client: ApiClient;
let requests: string[];
/** Bytes that the server has of the upload, and the position at which it breaks the connection once. */
let received: number;
let breaksAt: number | undefined;
let fingerprint: string | undefined;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-cli-'));
  [requests, received, breaksAt, fingerprint] = [[], 0, undefined, undefined];
  server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = new ApiClient({
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    store: new SessionStore(folder),
    apiKey: 'key',
    userAgent: 'carrel-cli (test)',
    signal: new AbortController().signal,
  });
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '', headers } = request;
  requests.push(`${method} ${url.split('?')[0]}`);
  if (method === 'PATCH') {
    if (Number(headers['upload-offset']) !== received) {
      response.writeHead(409).end();
      return;
    }
    try {
      for await (const piece of request) {
        received += (piece as Buffer).length;
        if (breaksAt !== undefined && received >= breaksAt) {
          breaksAt = undefined;
          request.destroy();
          return;
        }
      }
      response.writeHead(204, { 'Upload-Offset': received }).end();
    } catch {
      // The client has ended the request.
    }
    return;
  }
  if (method === 'HEAD') response.writeHead(200, { 'Upload-Offset': received }).end();
  else if (method === 'DELETE') response.writeHead(204).end();
  else if (method === 'GET') response.end(JSON.stringify({ uploads: listed() }));
  else if (url === UPLOADS) response.writeHead(201, { Location: `${UPLOADS}/${UPLOAD}` }).end();
  else response.writeHead(201).end(JSON.stringify({ id: ARCHIVE }));
}

const listed = () =>
  fingerprint === undefined
    ? []
    : [
        {
          id: UPLOAD,
          dataset_id: DATASET,
          filename: 'a.zip',
          fingerprint,
          size: SIZE,
          received,
          created_at: '2026-11-24T12:00:00.000Z',
          expires_at: '2026-11-25T12:00:00.000Z',
        },
      ];

/** Bytes of which `read` gets the position of each piece. */
const bodyOf = (read: (at: number) => void = () => undefined, size = SIZE): SlicedBody => ({
  size,
  fingerprint: 'these bytes',
  async *readFrom(start) {
    for (let at = start; at < size; at += 65_536) {
      read(at);
      yield Buffer.alloc(Math.min(65_536, size - at));
    }
  },
});

const send = (body: SlicedBody) => {
  const place = { id: DATASET, name: 'Handbook', organizationId: randomUUID() };
  const { signal } = client;
  const context = { client, place, terminal: new Terminal(), hashes: new Map(), signal };
  return sendArchive(context, { name: 'a.zip', body, options: OPTIONS });
};

const AT = `${UPLOADS}/${UPLOAD}`;
const FINISH = `POST /api/v1/datasets/${DATASET}/archives`;

test('a large archive goes on where the connection broke', async () => {
  breaksAt = 3 * 1024 * 1024;
  expect(await send(bodyOf())).toBe(ARCHIVE);
  expect(received).toBe(SIZE);
  expect(requests).toEqual([
    `GET ${UPLOADS}`,
    `POST ${UPLOADS}`,
    `HEAD ${AT}`,
    `PATCH ${AT}`,
    `HEAD ${AT}`,
    `PATCH ${AT}`,
    FINISH,
  ]);
});

test('a command that was started again goes on after what was sent before', async () => {
  fingerprint = 'these bytes';
  received = 4 * 1024 * 1024;
  let first = Infinity;
  const body = bodyOf((at) => {
    first = Math.min(first, at);
  });
  expect(await send(body)).toBe(ARCHIVE);
  expect(first).toBe(4 * 1024 * 1024);
  expect(requests).not.toContain(`POST ${UPLOADS}`);
});

test('an upload of other bytes is left alone', async () => {
  fingerprint = 'other bytes';
  await send(bodyOf());
  expect(requests).toContain(`POST ${UPLOADS}`);
});

test('what was sent is deleted where a file has changed', async () => {
  const file = { absolute: '/a', size: 1, modified: 1n, inode: 1n };
  const body = bodyOf((at) => {
    if (at > 1024 * 1024) throw new FileChanged(file);
  });
  await expect(send(body)).rejects.toBeInstanceOf(FileChanged);
  expect(requests.at(-1)).toBe(`DELETE ${AT}`);
});

test('a small archive is one request', async () => {
  expect(await send(bodyOf(undefined, 1000))).toBe(ARCHIVE);
  expect(requests).toEqual([FINISH]);
});
