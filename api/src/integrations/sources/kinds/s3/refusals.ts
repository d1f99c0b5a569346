import { readXml } from '../../../../extraction/xml/xml-reader.ts';
import { errorOfStatus, type SourceResponse } from '../../http/source-http.ts';
import { SourceError } from '../../source-error.ts';

interface Refusal {
  status: number;
  /** Empty where the store sent none. */
  code: string;
  /** Where the bucket is, if the store says so. */
  region: string | undefined;
}

/** What was asked for. */
export interface RefusedRequest {
  bucket: string;
  host: string;
  region: string;
  isSigned: boolean;
  /** Whether it was one object, or the list. */
  isOfObject: boolean;
}

const BODY_BYTES_MAX = 64 * 1024;
const DIALECT = { prefixOf: () => '', isTolerant: true };

/** Reads why a store refused, from the beginning of its response. */
export async function refusalOf(response: SourceResponse): Promise<Refusal> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body()) {
    pieces.push(piece);
    size += piece.byteLength;
    if (size > BODY_BYTES_MAX) break;
  }
  const texts = textsOf(Buffer.concat(pieces).subarray(0, BODY_BYTES_MAX));
  const header = response.headers['x-amz-bucket-region'];
  const region = typeof header === 'string' ? header : texts.get(':Region');
  return {
    status: response.status,
    code: /^[A-Za-z0-9.]{1,60}$/.exec(texts.get(':Code') ?? '')?.[0] ?? '',
    region: /^[\w-]{1,40}$/.exec(region ?? '')?.[0],
  };
}

function textsOf(body: Uint8Array): Map<string, string> {
  const texts = new Map<string, string>();
  let name = '';
  readXml(
    body,
    {
      open: (opened) => (name = opened),
      close: () => (name = ''),
      text: (text) => {
        if (name !== '' && texts.size < 50) texts.set(name, (texts.get(name) ?? '') + text);
      },
    },
    DIALECT,
  );
  return texts;
}

const failure = (code: SourceError['code'], message: string) => new SourceError(code, { message });

/** What a person can do about it. */
export function refusalError(refusal: Refusal, request: RefusedRequest): SourceError {
  const { status, code, region } = refusal;
  const { bucket, host } = request;
  switch (code) {
    case 'NoSuchBucket':
    case 'InvalidBucketName':
      return failure(
        // While objects are read, it ends the run: it is not that each of them is gone.
        request.isOfObject ? 'unreachable' : 'not_found',
        `There is no bucket "${bucket}" at ${host}. Check its name and the endpoint.`,
      );
    case 'InvalidAccessKeyId':
      return failure(
        'sign_in',
        `${host} does not know the access key. Enter the id of another one.`,
      );
    case 'SignatureDoesNotMatch':
      return failure('sign_in', 'The secret is not that of the access key. Enter it again.');
    case 'ExpiredToken':
    case 'InvalidToken':
    case 'TokenRefreshRequired':
      return failure('sign_in', 'The access key has expired. Enter one that lasts.');
    case 'RequestTimeTooSkewed':
      return failure(
        'server',
        `The clock of this server differs from that of ${host}. Its operator has to set it.`,
      );
    case 'InvalidObjectState':
      return failure('forbidden', 'It is in an archive of the store. Restore it there to read it.');
    case 'SlowDown':
    case 'TooManyRequests':
      return new SourceError('rate_limited');
    case 'PreconditionFailed':
      return changedError();
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
    case 'TemporaryRedirect':
    case 'IllegalLocationConstraintException':
      return elsewhere(region, request);
  }
  if (status === 412) return changedError();
  if (status >= 300 && status <= 399) return elsewhere(region, request);
  if (status === 401 || status === 403) return deniedError(request);
  if (status === 404 && !request.isOfObject) {
    return failure(
      'not_found',
      `${host} has no bucket "${bucket}". Check its name and the endpoint.`,
    );
  }
  if (status === 404) return new SourceError('not_found');
  return failure(
    errorOfStatus(status).code,
    `${host} refused with ${status}${code === '' ? '' : ` (${code})`}. Check that the endpoint is one of S3.`,
  );
}

/** What was listed is no longer what is there. */
export const changedError = (): SourceError =>
  failure('invalid_response', 'It has changed since it was listed. The next run reads it.');

function elsewhere(
  found: string | undefined,
  { bucket, region, host }: RefusedRequest,
): SourceError {
  return failure(
    'redirected',
    found === undefined || found === region
      ? `The bucket "${bucket}" is not served by ${host}. Enter its region or its endpoint.`
      : `The bucket "${bucket}" is in the region ${found}. Enter that one instead of ${region}.`,
  );
}

function deniedError({ bucket, isSigned, isOfObject }: RefusedRequest): SourceError {
  if (isOfObject) {
    const remedy = isSigned ? 'Allow s3:GetObject to the access key.' : 'Enter an access key.';
    return failure('forbidden', `The store does not allow this object to be read. ${remedy}`);
  }
  return isSigned
    ? failure(
        'forbidden',
        `The access key may not list the bucket "${bucket}". Allow it s3:ListBucket and s3:GetObject.`,
      )
    : failure('sign_in', `The bucket "${bucket}" is not public. Enter an access key.`);
}
