import { backOff } from '@carrel/shared/contract';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { AwsClient } from 'aws4fetch';

import { readLimited, RESPONSE_BYTES_MAX } from '../../read-limited.ts';
import { requireCredentials } from './s3-credentials.ts';
import { readS3Address, type S3Address } from './s3-address.ts';
import { isTransient, refusalError, unreachableError, type S3Refusal } from './s3-refusal.ts';
import { textOf } from './s3-xml.ts';

export interface S3Options {
  /** Has the credentials. */
  environment: Record<string, string | undefined>;
  /** The delay before the second attempt; it doubles with each further one. */
  firstPauseMilliseconds: number;
  /** The timeout of a request that transfers few bytes. */
  deadlineMilliseconds: number;
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Without the prefix; absent for the bucket itself. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: { bytes: Uint8Array<ArrayBuffer>; sha256: string };
  /** Bytes that cross the network; the timeout grows with them. */
  bytes?: number;
  /** Bytes that the store copies internally. */
  bytesWithin?: number;
  signal?: AbortSignal;
}

export interface S3Response {
  headers: Headers;
  body: Buffer;
}

/** Sends signed requests to a store, with a timeout and with retries after transient failures. */
export interface S3Client {
  readonly address: S3Address;
  send(request: S3Request): Promise<S3Response>;
}

const ATTEMPTS = 5;
const PAUSE_MAX_MILLISECONDS = 5_000;
/** The slowest acceptable transfer, in bytes per millisecond: on the network, and within a store. */
const MIN_NETWORK_SPEED = 128;
const MIN_INTERNAL_SPEED = 8 * 1024;
const PIECE_BYTES = 256 * 1024;
/** The hash of a request without a body. */
export const SHA256_OF_NOTHING = createHash('sha256').digest('hex');

/**
 * @throws {UnreadableStorageUrl} for an invalid URL.
 * @throws {UnreadableSetting} without credentials.
 */
export function createS3Client(url: string, options: S3Options): S3Client {
  const address = readS3Address(url);
  const signer = createSigner(address, options.environment);
  return {
    address,
    send: async (request) => {
      for (let attempt = 1; ; attempt += 1) {
        const outcome = await sendOnce(signer, address, request, options.deadlineMilliseconds);
        if ('response' in outcome) return outcome.response;
        if (!outcome.transient || attempt === ATTEMPTS || request.signal?.aborted === true) {
          throw outcome.error;
        }
        await pause(pauseAfter(attempt, options.firstPauseMilliseconds));
      }
    },
  };
}

/** Returns the URL path of a key, which also names the source of a copy. */
export function pathOfKey({ prefix }: S3Address, key: string): string {
  return (prefix + key).split('/').map(encodeSegment).join('/');
}

function createSigner(address: S3Address, environment: S3Options['environment']): AwsClient {
  return new AwsClient({
    ...requireCredentials(environment),
    service: 's3',
    region: address.region,
    // `createS3Client` retries, also after a connection failure.
    retries: 0,
  });
}

type Outcome = { response: S3Response } | { error: Error; transient: boolean };

async function sendOnce(
  signer: AwsClient,
  address: S3Address,
  request: S3Request,
  deadlineMilliseconds: number,
): Promise<Outcome> {
  const { method, headers, body, bytes = 0, bytesWithin = 0, signal } = request;
  const deadline = AbortSignal.timeout(
    Math.ceil(deadlineMilliseconds + bytes / MIN_NETWORK_SPEED + bytesWithin / MIN_INTERNAL_SPEED),
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
      // The store would send the whole archive instead of the range.
      await response.body?.cancel();
      return refused({ status: 200, code: 'RangeIgnored' }, address);
    }
    const received = {
      headers: response.headers,
      body: await readLimited(response, RESPONSE_BYTES_MAX + bytes),
    };
    const refusal = refusalOf(response.status, received.body);
    return refusal === undefined ? { response: received } : refused(refusal, address);
  } catch (error) {
    return { error: unreachableError(error, address), transient: true };
  }
}

/** Streams views of the bytes, since fetch would copy a whole buffer. */
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
  return { error: refusalError(refusal, address), transient: isTransient(refusal) };
}

/** A store responds to a long copy with 200 before it is done; a later error is in the body. */
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

/** The signature expects these characters encoded, which encodeURIComponent does not encode. */
export function encodeSegment(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Returns an exponential delay with jitter, so that clients refused together do not retry together. */
function pauseAfter(attempt: number, firstPauseMilliseconds: number): number {
  const pause = { first: firstPauseMilliseconds, most: PAUSE_MAX_MILLISECONDS };
  return backOff(attempt, pause) * (0.5 + Math.random() / 2);
}
