import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

interface MirrorRequest {
  /** `hub` has names and checksums, `files` has the bytes of large files, on another origin. */
  host: 'hub' | 'files';
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
}

/** A hub that a test describes. */
export interface HubMirror {
  url: string;
  requests: MirrorRequest[];
  /** By path. Those that end in `.onnx` or `_data` are large: they are on another origin. */
  files: Record<string, Buffer>;
  /** Whether its list has sizes and checksums, as older mirrors lack. */
  listsChecksums: boolean;
  /** Responds in place of the mirror if it returns true. */
  respond: (request: MirrorRequest, response: ServerResponse) => boolean;
  close(): void;
}

export const MODEL_NAME = 'owner/tiny-model';

const COMMIT = 'c0ffee'.repeat(7).slice(0, 40);

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const blobOf = (bytes: Buffer): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

const isLarge = (path: string) => /(?:\.onnx|_data)$/.test(path);

/** Returns the files of a model; its weights are `length` bytes that do not repeat soon. */
export const modelFiles = (length = 300_000): Record<string, Buffer> => ({
  'README.md': Buffer.from('# A model'),
  'config.json': Buffer.from('{"model_type":"bert"}'),
  'tokenizer.json': Buffer.from('{"version":"1.0"}'),
  '1_Pooling/config.json': Buffer.from('{"pooling_mode_mean_tokens":true}'),
  'onnx/model.onnx': Buffer.from('not this one'),
  'onnx/model_quantized.onnx': Buffer.from(Uint8Array.from({ length }, (_, at) => at % 251)),
});

/** Starts a hub of one model on two ports, which are two origins. */
export async function startHubMirror(files = modelFiles()): Promise<HubMirror> {
  const byChecksum = (checksum: string) =>
    Object.values(mirror.files).find((bytes) => sha256Of(bytes) === checksum);
  const fileHost = await listen((request, response) => {
    const seen = note('files', request);
    if (mirror.respond(seen, response)) return;
    sendBytes(request, response, byChecksum(seen.path.slice('/blobs/'.length)));
  });
  const hub = await listen((request, response) => {
    const seen = note('hub', request);
    if (mirror.respond(seen, response)) return;
    const { path } = seen;
    const list = `/api/models/${MODEL_NAME}/revision/main`;
    if (path === list || path === list.replace('main', 'v2')) {
      response.end(JSON.stringify(listOf(mirror)));
      return;
    }
    const prefix = `/${MODEL_NAME}/resolve/${COMMIT}/`;
    const name = path.startsWith(prefix) ? path.slice(prefix.length) : '';
    const bytes = mirror.files[name];
    if (bytes === undefined) {
      response.writeHead(404, { 'X-Error-Code': 'RepoNotFound' }).end();
    } else if (isLarge(name)) {
      response
        .writeHead(302, {
          Location: `${urlOf(fileHost)}/blobs/${sha256Of(bytes)}?Signature=signed`,
          'X-Linked-Etag': `"${sha256Of(bytes)}"`,
          'X-Linked-Size': bytes.length,
        })
        .end();
    } else {
      response.setHeader('ETag', `"${blobOf(bytes)}"`);
      sendBytes(request, response, bytes);
    }
  });
  const note = (host: MirrorRequest['host'], { method, url, headers }: IncomingMessage) => {
    const path = new URL(url ?? '', 'http://mirror').pathname;
    const request = { host, method: method ?? '', path, headers };
    mirror.requests.push(request);
    return request;
  };
  const mirror: HubMirror = {
    url: urlOf(hub),
    requests: [],
    files,
    listsChecksums: true,
    respond: () => false,
    close: () => {
      for (const server of [hub, fileHost]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
  return mirror;
}

function listOf({ files, listsChecksums }: HubMirror): unknown {
  return {
    id: MODEL_NAME,
    sha: COMMIT,
    siblings: Object.entries(files).map(([rfilename, bytes]) =>
      listsChecksums ? described(rfilename, bytes) : { rfilename },
    ),
  };
}

function described(rfilename: string, bytes: Buffer): unknown {
  const file = { rfilename, size: bytes.length, blobId: blobOf(bytes) };
  if (!isLarge(rfilename)) return file;
  return { ...file, lfs: { sha256: sha256Of(bytes), size: bytes.length, pointerSize: 134 } };
}

function sendBytes(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  bytes: Buffer | undefined,
): void {
  const [, from] = /^bytes=(\d+)-$/.exec(headers.range ?? '') ?? [];
  if (bytes === undefined) {
    response.writeHead(404).end();
  } else if (from === undefined) {
    response.writeHead(200, { 'Content-Length': bytes.length });
    response.end(method === 'HEAD' ? undefined : bytes);
  } else if (Number(from) >= bytes.length) {
    response.writeHead(416, { 'Content-Range': `bytes */${bytes.length}` }).end();
  } else {
    const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`;
    response.writeHead(206, { 'Content-Range': range }).end(bytes.subarray(Number(from)));
  }
}

async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
