import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { AwsV4Signer } from 'aws4fetch';
import { Hono, type Context } from 'hono';

import { elementsOf, escapeXml, textOf } from '@carrel/api/src/platform/storage/s3/s3-xml.ts';

const BUCKET = 'archive-bucket';
const PAGE = 3;

interface Stored {
  bytes: Buffer;
  modifiedAt: Date;
}

interface Multipart {
  key: string;
  startedAt: Date;
  parts: Map<number, Stored>;
}

/** A response in place of the store's own, for the requests that it matches. */
export interface Fault {
  when: (request: Request) => boolean;
  times: number;
  /** Undefined closes the connection. */
  response: Response | undefined;
  /** Whether the store still handles the request. */
  afterHandling?: boolean;
}

/** An in-memory server for the part of S3 that storage uses, on a real port; it checks every signature. */
export async function startS3Server() {
  const objects = new Map<string, Stored>();
  const uploads = new Map<string, Multipart>();
  const requests: string[] = [];
  const faults: Fault[] = [];
  const environment = {
    AWS_ACCESS_KEY_ID: 'test-key',
    AWS_SECRET_ACCESS_KEY: 'test-secret',
    AWS_SESSION_TOKEN: 'test/token+=',
  };

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (context, next) => {
    const url = new URL(context.req.url);
    requests.push(`${context.req.method} ${decodeURIComponent(url.pathname)}${url.search}`);
    const fault = faults.find(({ when, times }) => times > 0 && when(context.req.raw));
    if (fault !== undefined) fault.times -= 1;
    if (fault === undefined || fault.afterHandling === true) {
      const body = Buffer.from(await context.req.raw.clone().arrayBuffer());
      const refusal = await checkSignature(context.req.raw, body, environment);
      if (refusal !== undefined) return refusal;
      await next();
    }
    if (fault === undefined) return undefined;
    if (fault.response === undefined) context.env.incoming.socket.destroy();
    context.res = undefined;
    context.res = fault.response?.clone() ?? new Response();
    return undefined;
  });
  app.get('/:bucket', (context) =>
    context.req.query('uploads') === undefined
      ? listObjects(context, objects)
      : listUploads(context, uploads),
  );
  app.on(['GET', 'HEAD'], `/:bucket/:key{.+}`, (context) => getObject(context, objects, uploads));
  app.put(`/:bucket/:key{.+}`, (context) => putObject(context, objects, uploads));
  app.post(`/:bucket/:key{.+}`, (context) => postObject(context, objects, uploads));
  app.delete(`/:bucket/:key{.+}`, (context) => {
    const uploadId = context.req.query('uploadId');
    if (uploadId === undefined) objects.delete(context.req.param('key'));
    else if (!uploads.delete(uploadId)) return problem(404, 'NoSuchUpload');
    return new Response(null, { status: 204 });
  });

  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `s3://${BUCKET}?endpoint=${endpoint}`,
    endpoint,
    environment,
    objects,
    uploads,
    requests,
    faults,
    stop: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

export type S3TestServer = Awaited<ReturnType<typeof startS3Server>>;

function problem(status: number, code: string): Response {
  return new Response(`<?xml version="1.0"?>\n<Error><Code>${code}</Code></Error>`, { status });
}

/** Returns the error response for a request that is not signed correctly. */
async function checkSignature(
  request: Request,
  body: Buffer,
  environment: Record<string, string>,
): Promise<Response | undefined> {
  const authorization = request.headers.get('authorization') ?? '';
  const [, accessKeyId = '', region = '', names = ''] =
    /Credential=([^/]+)\/\d+\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+)/.exec(
      authorization,
    ) ?? [];
  if (accessKeyId !== environment['AWS_ACCESS_KEY_ID']) return problem(403, 'InvalidAccessKeyId');
  if (region !== 'us-east-1') return problem(400, 'AuthorizationHeaderMalformed');
  const signed = names.split(';').filter((name) => name !== 'host');
  const signer = new AwsV4Signer({
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(signed.map((name) => [name, request.headers.get(name) ?? ''])),
    accessKeyId,
    secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? '',
    service: 's3',
    region,
    datetime: request.headers.get('x-amz-date') ?? '',
  });
  if ((await signer.authHeader()) !== authorization) return problem(403, 'SignatureDoesNotMatch');
  if (request.headers.get('x-amz-security-token') !== environment['AWS_SESSION_TOKEN']) {
    return problem(400, 'InvalidToken');
  }
  const hash = createHash('sha256').update(body).digest('hex');
  if (request.headers.get('x-amz-content-sha256') !== hash) {
    return problem(400, 'XAmzContentSHA256Mismatch');
  }
  if (new URL(request.url).pathname.split('/')[1] !== BUCKET) return problem(404, 'NoSuchBucket');
  return undefined;
}

function listObjects({ req }: Context, objects: Map<string, Stored>): Response {
  const prefix = req.query('prefix') ?? '';
  const after = req.query('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const contents = keys.slice(0, PAGE).map((key) => {
    const time = objects.get(key)?.modifiedAt.toISOString() ?? '';
    return `<Contents><Key>${escapeXml(key)}</Key><LastModified>${time}</LastModified></Contents>`;
  });
  const more =
    keys.length > PAGE
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${escapeXml(keys[PAGE - 1] ?? '')}</NextContinuationToken>`
      : '<IsTruncated>false</IsTruncated>';
  return xml(`<ListBucketResult>${more}${contents.join('')}</ListBucketResult>`);
}

function listUploads({ req }: Context, uploads: Map<string, Multipart>): Response {
  const prefix = req.query('prefix') ?? '';
  const rows = [...uploads]
    .filter(([, { key }]) => key.startsWith(prefix))
    .map(
      ([id, { key, startedAt }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${startedAt.toISOString()}</Initiated></Upload>`,
    );
  return xml(`<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`);
}

function getObject(
  { req }: Context,
  objects: Map<string, Stored>,
  uploads: Map<string, Multipart>,
): Response {
  const uploadId = req.query('uploadId');
  if (uploadId !== undefined) {
    const parts = uploads.get(uploadId)?.parts;
    if (parts === undefined) return problem(404, 'NoSuchUpload');
    const rows = [...parts.values()].map(
      ({ modifiedAt }) => `<Part><LastModified>${modifiedAt.toISOString()}</LastModified></Part>`,
    );
    return xml(`<ListPartsResult>${rows.join('')}</ListPartsResult>`);
  }
  const object = objects.get(req.param('key') ?? '');
  if (object === undefined) return problem(404, 'NoSuchKey');
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(req.header('range') ?? '') ?? [];
  if (first === undefined) {
    return new Response(new Uint8Array(object.bytes), {
      headers: { 'content-length': String(object.bytes.length) },
    });
  }
  const piece = object.bytes.subarray(Number(first), Number(last) + 1);
  return new Response(new Uint8Array(piece), { status: 206 });
}

async function putObject(
  { req }: Context,
  objects: Map<string, Stored>,
  uploads: Map<string, Multipart>,
): Promise<Response> {
  const source = req.header('x-amz-copy-source');
  const stored = { bytes: Buffer.from(await req.arrayBuffer()), modifiedAt: new Date() };
  const uploadId = req.query('uploadId');
  if (source !== undefined) {
    const copied = objects.get(decodeURIComponent(source).slice(`/${BUCKET}/`.length));
    if (copied === undefined) return problem(404, 'NoSuchKey');
    objects.set(req.param('key') ?? '', copied);
    return xml('<CopyObjectResult></CopyObjectResult>');
  }
  if (uploadId === undefined) {
    objects.set(req.param('key') ?? '', stored);
  } else {
    const upload = uploads.get(uploadId);
    if (upload === undefined) return problem(404, 'NoSuchUpload');
    upload.parts.set(Number(req.query('partNumber')), stored);
  }
  return new Response(null, { headers: { etag: etagOf(stored.bytes) } });
}

async function postObject(
  { req }: Context,
  objects: Map<string, Stored>,
  uploads: Map<string, Multipart>,
): Promise<Response> {
  const key = req.param('key') ?? '';
  const uploadId = req.query('uploadId');
  if (uploadId === undefined) {
    const id = randomUUID();
    uploads.set(id, { key, startedAt: new Date(), parts: new Map() });
    return xml(`<R><UploadId>${id}</UploadId></R>`);
  }
  const upload = uploads.get(uploadId);
  if (upload === undefined) return problem(404, 'NoSuchUpload');
  let before = 0;
  const parts = elementsOf(await req.text(), 'Part').map((part) => {
    const number = Number(textOf(part, 'PartNumber'));
    const bytes = upload.parts.get(number)?.bytes ?? Buffer.alloc(0);
    const isNext = number > before;
    before = number;
    return isNext && textOf(part, 'ETag') === etagOf(bytes) ? bytes : undefined;
  });
  const found = parts.filter((bytes) => bytes !== undefined);
  if (found.length !== parts.length) return problem(400, 'InvalidPart');
  if (found.slice(0, -1).some(({ length }) => length < 5 * 1024 ** 2)) {
    return problem(400, 'EntityTooSmall');
  }
  uploads.delete(uploadId);
  objects.set(key, { bytes: Buffer.concat(found), modifiedAt: new Date() });
  return xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function xml(text: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`, {
    headers: { 'content-type': 'application/xml' },
  });
}
