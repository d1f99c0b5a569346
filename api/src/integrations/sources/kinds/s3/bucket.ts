import type { PlaceOf, SourceSecret } from '@carrel/shared/contract/sources';
import { AwsV4Signer } from 'aws4fetch';

import { BUCKET_NAME, bucketUrlOf } from '../../../../platform/storage/s3/s3-address.ts';
import { encodeSegment, SHA256_OF_NOTHING } from '../../../../platform/storage/s3/s3-client.ts';
import type { SourceRequest, SourceResponse } from '../../http/source-http.ts';
import { SourceError } from '../../source-error.ts';
import type { SourceContext } from '../../source-kind.ts';
import { refusalError, refusalOf, type RefusedRequest } from './refusals.ts';

/** Statuses whose body says why, or that are no error where they are expected. */
const EXPLAINED = [300, 301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 409, 412, 416, 501];
const DEFAULT_REGION = 'us-east-1';

/** A bucket that is read, by requests that are signed where there is a key. */
export interface Bucket {
  /** Keys begin with it. */
  prefix: string;
  /** Reads the bucket by a query, or an object of it. @throws {SourceError} */
  get(
    target: { query: Readonly<Record<string, string>> } | { key: string },
    request?: Pick<SourceRequest, 'headers' | 'bytesMax'>,
  ): Promise<SourceResponse>;
}

/** @throws {SourceError} for a name or region that cannot be, or half of a key. */
export function openBucket(place: PlaceOf<'s3'>, context: SourceContext): Bucket {
  const region = place.region || DEFAULT_REGION;
  const bucketUrl = addressOf(place, region);
  const key = accessKeyOf(context.secret);
  const signingKeys = new Map<string, ArrayBuffer>();
  const signed = async (url: string, headers: Readonly<Record<string, string>>) => {
    if (key === undefined) return headers;
    const signer = new AwsV4Signer({
      ...key,
      url,
      headers: { ...headers, 'x-amz-content-sha256': SHA256_OF_NOTHING },
      service: 's3',
      region,
      cache: signingKeys,
      datetime: context
        .now()
        .toISOString()
        .replaceAll(/[:-]|\.\d{3}/g, ''),
    });
    return Object.fromEntries((await signer.sign()).headers);
  };
  return {
    prefix: (place.prefix ?? '').replace(/^\/+/, ''),
    get: async (target, { headers = {}, bytesMax } = {}) => {
      const url =
        'key' in target ? urlOfKey(bucketUrl, target.key) : `${bucketUrl}?${queryOf(target)}`;
      const response = await context.http.request(url, {
        headers: await signed(url, headers),
        accept: EXPLAINED,
        redirects: false,
        ...(bytesMax !== undefined && { bytesMax }),
      });
      if (response.status >= 200 && response.status <= 299) return response;
      const request: RefusedRequest = {
        bucket: place.bucket,
        host: new URL(bucketUrl).host,
        region,
        isSigned: key !== undefined,
        isOfObject: 'key' in target,
      };
      throw refusalError(await refusalOf(response), request);
    },
  };
}

function addressOf({ bucket, endpoint }: PlaceOf<'s3'>, region: string): string {
  if (!/^[\w-]+$/.test(region)) {
    throw new SourceError('not_found', { message: 'Enter a region such as eu-west-1.' });
  }
  // At Amazon both are part of the name of the host.
  if (endpoint === undefined && !BUCKET_NAME.test(bucket)) {
    throw new SourceError('not_found', { message: `No bucket can have the name "${bucket}".` });
  }
  if (bucket === '.' || bucket === '..' || bucket.includes('/')) {
    throw new SourceError('not_found', {
      message: 'Enter the name of the bucket alone. A folder of it is entered as the prefix.',
    });
  }
  if (endpoint !== undefined && new URL(endpoint).search !== '') {
    throw new SourceError('not_found', { message: 'Enter the endpoint without a question mark.' });
  }
  return bucketUrlOf(encodeSegment(bucket), endpoint, region);
}

/** A half that was pasted with spaces is trimmed; what no header can hold is refused here. */
function accessKeyOf(secret: SourceSecret | undefined) {
  const accessKeyId = secret?.username?.trim() ?? '';
  const secretAccessKey = secret?.password?.trim() ?? '';
  if (accessKeyId === '' && secretAccessKey === '') return undefined;
  if (accessKeyId === '' || secretAccessKey === '') {
    throw new SourceError('sign_in', {
      message: 'Enter the id of the access key as the user name, and its secret as the password.',
    });
  }
  if (!/^[\u0021-\u007e]+$/.test(accessKeyId)) {
    throw new SourceError('sign_in', {
      message: 'The id of the access key has characters that no id has. Enter it again.',
    });
  }
  return { accessKeyId, secretAccessKey };
}

function urlOfKey(bucketUrl: string, key: string): string {
  const names = key.split('/');
  // Addresses have no such names: they would lead to another object.
  if (names.some((name) => name === '.' || name === '..') || !key.isWellFormed()) {
    throw new SourceError('invalid_response', { message: 'It has a name that cannot be read.' });
  }
  return `${bucketUrl}/${names.map(encodeSegment).join('/')}`;
}

const queryOf = ({ query }: { query: Readonly<Record<string, string>> }): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeSegment(value)}`)
    .join('&');
