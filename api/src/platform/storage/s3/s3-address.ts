/** Where a bucket is, and which part of it is Carrel's. */
export interface S3Address {
  bucket: string;
  /** The bucket's own URL, without a slash at the end. */
  bucketUrl: string;
  /** The host and port, for messages to the operator. */
  host: string;
  region: string;
  /** The prefix of every key, with a slash at its end. Other keys are never listed or deleted. */
  prefix: string;
}

const EXAMPLE = 's3://bucket?endpoint=https://storage.example.com&region=eu-west-1&prefix=carrel/';
const PARAMETERS = new Set(['endpoint', 'region', 'prefix']);
const DEFAULT_PREFIX = 'carrel/';
/** What Amazon allows as the name of a bucket. */
export const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** An invalid storage URL. The message explains the form and never repeats the URL, which may hold secrets. */
export class UnreadableStorageUrl extends Error {
  override readonly name = 'UnreadableStorageUrl';

  constructor(reason: string) {
    super(`The setting STORAGE_URL ${reason}. It takes the form ${EXAMPLE}`);
  }
}

/**
 * Parses an s3:// URL. With an endpoint the bucket is in the path, as self-hosted stores expect;
 * without one it is a bucket at Amazon.
 * @throws {UnreadableStorageUrl}
 */
export function readS3Address(text: string): S3Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 's3:') throw new UnreadableStorageUrl('must be an s3:// URL');
  if (url.username !== '' || url.password !== '') {
    throw new UnreadableStorageUrl(
      'must hold no credentials: they go into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
  }
  const bucket = url.hostname;
  if (!BUCKET_NAME.test(bucket) || url.port !== '') {
    throw new UnreadableStorageUrl('must name a bucket after s3://');
  }
  if (url.pathname !== '' && url.pathname !== '/') {
    throw new UnreadableStorageUrl('must name a folder of the bucket with prefix=');
  }
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined) throw new UnreadableStorageUrl(`must not have "${unknown}="`);

  const region = url.searchParams.get('region') ?? 'us-east-1';
  if (!/^[\w-]+$/.test(region)) throw new UnreadableStorageUrl('must name a region with region=');
  const bucketUrl = bucketUrlOf(bucket, url.searchParams.get('endpoint') ?? undefined, region);
  return {
    bucket,
    bucketUrl,
    host: new URL(bucketUrl).host,
    region,
    prefix: prefixOf(url.searchParams.get('prefix') ?? ''),
  };
}

/**
 * Returns the URL of a bucket: in the path of an endpoint, or at Amazon in a region.
 * @throws {UnreadableStorageUrl} for an invalid endpoint.
 */
export function bucketUrlOf(bucket: string, endpoint: string | undefined, region: string): string {
  if (endpoint === undefined) {
    const amazon = `s3.${region}.amazonaws.com`;
    // A certificate for *.s3.region.amazonaws.com does not cover a name with dots.
    return bucket.includes('.') ? `https://${amazon}/${bucket}` : `https://${bucket}.${amazon}`;
  }
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new UnreadableStorageUrl('must give an http or https URL as endpoint=');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new UnreadableStorageUrl('must give an endpoint= of a host and, at most, a path');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}/${bucket}`;
}

function prefixOf(text: string): string {
  const name = text.replaceAll(/^\/+|\/+$/g, '');
  return name === '' ? DEFAULT_PREFIX : `${name}/`;
}
