import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { AwsV4Signer } from 'aws4fetch';

import { escapeXml } from '@carrel/api/src/platform/storage/s3/s3-xml.ts';

interface ServedObject {
  bytes: Buffer;
  modifiedAt: Date;
  /** Its hash by default; empty where the store has none. */
  etag?: string;
  /** Refuses to be read with this code. */
  refusal?: { status: number; code: string };
}

/** Responds instead of the store, and returns true, or leaves the request to it. */
type Instead = (request: IncomingMessage, response: ServerResponse) => boolean;

interface ServedBucket {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  isPublic: boolean;
  pageSize: number;
  /** Whether it checks If-Match. */
  hasConditions: boolean;
  /** Whether keys are encoded where the request asks for it. */
  hasEncoding: boolean;
  now: () => Date;
}

const SKEW_MILLISECONDS = 15 * 60_000;

/** Objects by their keys, which are sorted once for all pages of lists, until they change. */
class ServedObjects extends Map<string, ServedObject> {
  readonly #below = new Map<string, readonly string[]>();

  override set(key: string, object: ServedObject): this {
    if (!this.has(key)) this.#below.clear();
    return super.set(key, object);
  }

  override delete(key: string): boolean {
    this.#below.clear();
    return super.delete(key);
  }

  /** In the order of their bytes. */
  keysBelow(prefix: string): readonly string[] {
    const known = this.#below.get(prefix);
    if (known !== undefined) return known;
    const keys = [...this.keys()]
      .filter((key) => key.startsWith(prefix))
      .map((key) => ({ key, bytes: Buffer.from(key) }))
      .toSorted((one, other) => Buffer.compare(one.bytes, other.bytes))
      .map(({ key }) => key);
    this.#below.set(prefix, keys);
    return keys;
  }
}

/** Where the keys after one begin. It may be gone by now. */
function positionAfter(keys: readonly string[], key: string): number {
  const bytes = Buffer.from(key);
  let [from, to] = [0, keys.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (Buffer.compare(Buffer.from(keys[middle] ?? ''), bytes) <= 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** A bucket named `papers` that is read as from S3, on a port of this machine. */
export async function startS3SourceServer(settings: Partial<ServedBucket> = {}) {
  const bucket: ServedBucket = {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'secret/of+it=',
    region: 'us-east-1',
    isPublic: false,
    pageSize: 1000,
    hasConditions: true,
    hasEncoding: true,
    now: () => new Date(),
    ...settings,
  };
  const objects = new ServedObjects();
  const requests: string[] = [];
  const state: { instead: Instead | undefined } = { instead: undefined };
  const put = (key: string, text: string, others: Partial<ServedObject> = {}) =>
    objects.set(key, {
      bytes: Buffer.from(text),
      modifiedAt: new Date('2026-03-01T10:00:00Z'),
      ...others,
    });

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    requests.push(request.url ?? '');
    if (state.instead?.(request, response) === true) return;
    const url = new URL(request.url ?? '', 'http://store');
    const fault = await faultOf(bucket, request, url);
    if (fault !== undefined) {
      refuse(response, ...fault);
      return;
    }
    const key = decodeURIComponent(url.pathname).slice('/papers/'.length);
    if (key === '') list(bucket, objects, url.searchParams, response);
    else read(bucket, objects.get(key), request, response);
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret: { username: bucket.accessKeyId, password: bucket.secretAccessKey },
    bucket,
    objects,
    put,
    requests,
    state,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  { headers = {}, inside = '' }: { headers?: Record<string, string>; inside?: string } = {},
): void {
  response.writeHead(status, { 'content-type': 'application/xml', ...headers });
  response.end(`<?xml version="1.0"?>\n<Error><Code>${code}</Code>${inside}</Error>`);
}

async function faultOf(
  bucket: ServedBucket,
  request: IncomingMessage,
  url: URL,
): Promise<Parameters<typeof refuse> extends [unknown, ...infer Rest] ? Rest | undefined : never> {
  const { authorization = '' } = request.headers;
  const [, keyId = '', region = '', names = ''] =
    /Credential=([^/]+)\/\d+\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+)/.exec(
      authorization,
    ) ?? [];
  if (authorization === '') return bucket.isPublic ? undefined : [403, 'AccessDenied'];
  if (keyId !== bucket.accessKeyId) return [403, 'InvalidAccessKeyId'];
  if (region !== bucket.region) {
    return [400, 'AuthorizationHeaderMalformed', { inside: `<Region>${bucket.region}</Region>` }];
  }
  const date = String(request.headers['x-amz-date']);
  const signer = new AwsV4Signer({
    method: request.method ?? 'GET',
    url: `http://${request.headers.host}${request.url}`,
    headers: Object.fromEntries(
      names
        .split(';')
        .filter((name) => name !== 'host')
        .map((name) => [name, String(request.headers[name])]),
    ),
    accessKeyId: bucket.accessKeyId,
    secretAccessKey: bucket.secretAccessKey,
    service: 's3',
    region,
    datetime: date,
  });
  if ((await signer.authHeader()) !== authorization) return [403, 'SignatureDoesNotMatch'];
  const sentAt = Date.parse(
    date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  if (Math.abs(sentAt - bucket.now().getTime()) > SKEW_MILLISECONDS) {
    return [403, 'RequestTimeTooSkewed'];
  }
  return url.pathname.split('/')[1] === 'papers' ? undefined : [404, 'NoSuchBucket'];
}

function list(
  bucket: ServedBucket,
  objects: ServedObjects,
  query: URLSearchParams,
  response: ServerResponse,
): void {
  if (query.get('list-type') !== '2') return refuse(response, 501, 'NotImplemented');
  const prefix = query.get('prefix') ?? '';
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString('utf8');
  const most = Math.min(bucket.pageSize, Number(query.get('max-keys') ?? 1000));
  const isEncoded = bucket.hasEncoding && query.get('encoding-type') === 'url';
  const keys = objects.keysBelow(prefix);
  const from = after === '' ? 0 : positionAfter(keys, after);
  const rows = keys.slice(from, from + most).map((key) => {
    const { bytes, modifiedAt, etag } = objects.get(key) as ServedObject;
    const tag = etag ?? hashOf(bytes);
    const name = isEncoded ? encodeURIComponent(key).replaceAll('%20', '+') : escapeXml(key);
    return `<Contents><Key>${name}</Key><LastModified>${modifiedAt.toISOString()}</LastModified>${
      tag === '' ? '' : `<ETag>&quot;${tag}&quot;</ETag>`
    }<Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
  });
  const last = keys[from + most - 1] ?? '';
  const more =
    keys.length > from + most
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${Buffer.from(last).toString('base64')}</NextContinuationToken>`
      : '<IsTruncated>false</IsTruncated>';
  sendList(
    response,
    `${isEncoded ? '<EncodingType>url</EncodingType>' : ''}${more}${rows.join('')}`,
  );
}

export function sendList(response: ServerResponse, inside: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>papers</Name>${inside}</ListBucketResult>`,
  );
}

function read(
  { hasConditions }: ServedBucket,
  object: ServedObject | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (object === undefined) return refuse(response, 404, 'NoSuchKey');
  if (object.refusal !== undefined) {
    return refuse(response, object.refusal.status, object.refusal.code);
  }
  const etag = object.etag ?? hashOf(object.bytes);
  const wanted = request.headers['if-match'];
  if (hasConditions && wanted !== undefined && wanted !== `"${etag}"`) {
    return refuse(response, 412, 'PreconditionFailed');
  }
  response.writeHead(200, {
    'content-length': object.bytes.length,
    ...(etag !== '' && { etag: `"${etag}"` }),
  });
  response.end(object.bytes);
  return undefined;
}

const hashes = new WeakMap<Buffer, string>();

function hashOf(bytes: Buffer): string {
  const hash = hashes.get(bytes) ?? createHash('md5').update(bytes).digest('hex');
  hashes.set(bytes, hash);
  return hash;
}
