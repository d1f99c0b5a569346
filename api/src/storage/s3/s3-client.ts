import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { AwsClient } from 'aws4fetch';

import { StorageUnavailable } from '../archive-storage.ts';
import { readS3Address, type S3Address } from './s3-address.ts';
import { errorOfRefusal, errorOfSilence, isPassing, type S3Refusal } from './s3-refusal.ts';
import { textOf } from './s3-xml.ts';

export interface S3Options {
  /** Where the credentials are. */
  environment: Record<string, string | undefined>;
  /** Before the second attempt; each further one waits twice as long. */
  firstPauseMilliseconds: number;
  /** Of a request that moves no bytes to speak of. */
  deadlineMilliseconds: number;
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Below the prefix; absent for the bucket itself. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: { bytes: Uint8Array<ArrayBuffer>; sha256: string };
  /** Bytes that cross the network; the deadline grows with them. */
  bytes?: number;
  /** Bytes that the store has to move within itself. */
  bytesWithin?: number;
  signal?: AbortSignal;
}

export interface S3Answer {
  headers: Headers;
  body: Buffer;
}

/** Asks a store: signs, sets a deadline, tries again where that may help, and throws otherwise. */
export interface S3Client {
  readonly address: S3Address;
  send(request: S3Request): Promise<S3Answer>;
}

const ATTEMPTS = 5;
const PAUSE_MAX_MILLISECONDS = 5_000;
/** Slower than this, in bytes a millisecond, something is wrong: on the network, and within a store. */
const LEAST_PACE = 128;
const LEAST_PACE_WITHIN = 8 * 1024;
const PIECE_BYTES = 256 * 1024;
const SHA256_OF_NOTHING = createHash('sha256').digest('hex');

/**
 * @throws {UnreadableStorageUrl} for a URL that says something else.
 * @throws {StorageUnavailable} without credentials.
 */
export function createS3Client(url: string, options: S3Options): S3Client {
  const address = readS3Address(url);
  const signer = createSigner(address, options.environment);
  return {
    address,
    send: async (request) => {
      for (let attempt = 1; ; attempt += 1) {
        const outcome = await ask(signer, address, request, options.deadlineMilliseconds);
        if ('answer' in outcome) return outcome.answer;
        if (!outcome.passing || attempt === ATTEMPTS || request.signal?.aborted === true) {
          throw outcome.error;
        }
        await pause(pauseAfter(attempt, options.firstPauseMilliseconds));
      }
    },
  };
}

/** The URL path of a key; also what names the source of a copy. */
export function pathOfKey({ prefix }: S3Address, key: string): string {
  return (prefix + key).split('/').map(encodeSegment).join('/');
}

function createSigner(address: S3Address, environment: S3Options['environment']): AwsClient {
  const accessKeyId = environment['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = environment['AWS_SECRET_ACCESS_KEY'];
  const sessionToken = environment['AWS_SESSION_TOKEN'];
  if (!accessKeyId || !secretAccessKey) {
    throw new StorageUnavailable(
      'STORAGE_URL needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
  }
  return new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken ? { sessionToken } : {}),
    service: 's3',
    region: address.region,
    // Attempts are counted here, where a connection that breaks is one of them too.
    retries: 0,
  });
}

type Outcome = { answer: S3Answer } | { error: Error; passing: boolean };

async function ask(
  signer: AwsClient,
  address: S3Address,
  request: S3Request,
  deadlineMilliseconds: number,
): Promise<Outcome> {
  const { method, headers, body, bytes = 0, bytesWithin = 0, signal } = request;
  const deadline = AbortSignal.timeout(
    Math.ceil(deadlineMilliseconds + bytes / LEAST_PACE + bytesWithin / LEAST_PACE_WITHIN),
  );
  try {
    const response = await signer.fetch(urlOf(address, request), {
      method,
      headers: {
        ...headers,
        'x-amz-content-sha256': body?.sha256 ?? SHA256_OF_NOTHING,
        ...(body === undefined ? {} : { 'content-length': String(body.bytes.length) }),
      },
      ...(body === undefined ? {} : { body: streamOf(body.bytes), duplex: 'half' }),
      redirect: 'manual',
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
    });
    if (headers?.['range'] !== undefined && response.status === 200) {
      // All of an archive would come where a piece was asked for.
      await response.body?.cancel();
      return refused({ status: 200, code: 'RangeIgnored' }, address);
    }
    const answer = {
      headers: response.headers,
      body: Buffer.from(await response.arrayBuffer()),
    };
    const refusal = refusalOf(response.status, answer.body);
    return refusal === undefined ? { answer } : refused(refusal, address);
  } catch (error) {
    return { error: errorOfSilence(error, address), passing: true };
  }
}

/** The bytes in views of them: given whole, fetch would copy them, parts of uploads too. */
function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream(
    {
      pull: (controller) => {
        if (at < bytes.length) controller.enqueue(bytes.subarray(at, at + PIECE_BYTES));
        at += PIECE_BYTES;
        if (at >= bytes.length) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

function refused(refusal: S3Refusal, address: S3Address): Outcome {
  return { error: errorOfRefusal(refusal, address), passing: isPassing(refusal) };
}

/** A long copy is answered with 200 before it is done; what went wrong then stands in the body. */
function refusalOf(status: number, body: Buffer): S3Refusal | undefined {
  if (status === 206 || status === 204) return undefined;
  const xml = body.toString('utf8', 0, 64 * 1024);
  if (status < 300 && !/^\s*(?:<\?xml[^>]*>)?\s*<Error[\s>]/.test(xml)) return undefined;
  return { status, code: textOf(xml, 'Code') ?? '' };
}

function urlOf(address: S3Address, { key, query = {} }: S3Request): string {
  const path = key === undefined ? '' : `/${pathOfKey(address, key)}`;
  const search = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeSegment(value)}`)
    .join('&');
  return `${address.bucketUrl}${path}${search === '' ? '' : `?${search}`}`;
}

/** The signature counts these characters as encoded, which encodeURIComponent leaves alone. */
function encodeSegment(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Random, so that many that were turned away together do not come back together. */
function pauseAfter(attempt: number, firstPauseMilliseconds: number): number {
  const longest = Math.min(PAUSE_MAX_MILLISECONDS, firstPauseMilliseconds * 2 ** (attempt - 1));
  return longest * (0.5 + Math.random() / 2);
}
