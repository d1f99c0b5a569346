import { StorageFull, StorageUnavailable } from '../archive-storage.ts';
import type { S3Address } from './s3-address.ts';

/** A store's error response. */
export interface S3Refusal {
  status: number;
  /** Empty if the store sent none. */
  code: string;
}

const TRANSIENT_STATUSES = new Set([408, 429, 500, 502, 503, 504]);
const TRANSIENT_CODES = new Set([
  'InternalError',
  'OperationAborted',
  'RequestTimeout',
  'SlowDown',
]);
const FULL_CODES = /^(?:.*StorageFull|.*Quota.*|InsufficientCapacity)$/;

/** Returns whether a retry may succeed. */
export function isTransient({ status, code }: S3Refusal): boolean {
  return TRANSIENT_STATUSES.has(status) || TRANSIENT_CODES.has(code);
}

/** A refusal as an error. Its message is for the operator and names the setting to check. */
export class RefusedByStore extends StorageUnavailable {
  readonly refusal: S3Refusal;

  constructor(refusal: S3Refusal, address: S3Address) {
    super(sentenceOf(refusal, address));
    this.refusal = refusal;
  }
}

export function refusalError(refusal: S3Refusal, address: S3Address): Error {
  if (refusal.status === 507 || FULL_CODES.test(refusal.code)) {
    return new StorageFull(`The bucket "${address.bucket}" is full (${refusal.code}).`);
  }
  return new RefusedByStore(refusal, address);
}

/** Returns the error for a store that did not respond. */
export function unreachableError(cause: unknown, { host }: S3Address): Error {
  return new StorageUnavailable(
    `The storage at ${host} is not responding (${reasonOf(cause)}): check STORAGE_URL and the network.`,
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
  // The message of fetch's error is generic; its cause has the reason.
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return 'code' in error ? String(error.code) : error.message;
}
