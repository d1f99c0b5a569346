import { StorageFull, StorageUnavailable } from '../archive-storage.ts';
import type { S3Address } from './s3-address.ts';

/** What a store said instead of doing what it was asked for. */
export interface S3Refusal {
  status: number;
  /** Empty where the store gave none. */
  code: string;
}

const PASSING_STATUSES = new Set([408, 429, 500, 502, 503, 504]);
const PASSING_CODES = new Set(['InternalError', 'OperationAborted', 'RequestTimeout', 'SlowDown']);
const FULL_CODES = /^(?:.*StorageFull|.*Quota.*|InsufficientCapacity)$/;

/** Worth another attempt. */
export function isPassing({ status, code }: S3Refusal): boolean {
  return PASSING_STATUSES.has(status) || PASSING_CODES.has(code);
}

/** A refusal as an error, in a sentence for the operator that names the setting to look at. */
export class RefusedByStore extends StorageUnavailable {
  readonly refusal: S3Refusal;

  constructor(refusal: S3Refusal, address: S3Address) {
    super(sentenceOf(refusal, address));
    this.refusal = refusal;
  }
}

export function errorOfRefusal(refusal: S3Refusal, address: S3Address): Error {
  if (refusal.status === 507 || FULL_CODES.test(refusal.code)) {
    return new StorageFull(`The bucket "${address.bucket}" is full (${refusal.code}).`);
  }
  return new RefusedByStore(refusal, address);
}

/** A store that gave no answer at all. */
export function errorOfSilence(cause: unknown, { host }: S3Address): Error {
  return new StorageUnavailable(
    `The storage at ${host} does not answer (${reasonOf(cause)}): check STORAGE_URL and the network.`,
    { cause },
  );
}

function sentenceOf({ status, code }: S3Refusal, { bucket, host, region }: S3Address): string {
  switch (code) {
    case 'NoSuchBucket':
      return `There is no bucket "${bucket}" at ${host}: create it, or check STORAGE_URL.`;
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
      return `The storage at ${host} does not accept the credentials (${code}): check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;
    case 'ExpiredToken':
    case 'InvalidToken':
    case 'TokenRefreshRequired':
      return `The storage at ${host} does not accept the session token (${code}): renew the credentials and AWS_SESSION_TOKEN.`;
    case 'RequestTimeTooSkewed':
      return `The storage at ${host} has another time than this machine: set its clock right.`;
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
    case 'TemporaryRedirect':
      return `The bucket "${bucket}" is not in the region ${region}: set region= in STORAGE_URL.`;
  }
  if (status === 401 || status === 403 || code === 'AccessDenied') {
    return `The storage at ${host} denies access to the bucket "${bucket}" (${code || status}): the credentials must allow to list, read, write and delete in it.`;
  }
  return `The storage at ${host} refused with ${status}${code === '' ? '' : ` ${code}`}.`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'timed out';
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  // What fetch throws says nothing; its cause does.
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return 'code' in error ? String(error.code) : error.message;
}
