import { createHash } from 'node:crypto';

import type { S3Client, S3Request } from './s3-client.ts';
import { RefusedByStore } from './s3-refusal.ts';
import { sizeOfObject } from './s3-source.ts';
import { escapeXml, textOf } from './s3-xml.ts';

interface MultipartPart {
  number: number;
  etag: string;
}

/** Stores an object, or with a query a part of one, and returns its entity tag. */
export async function putBytes(
  client: S3Client,
  key: string,
  body: NonNullable<S3Request['body']>,
  signal: AbortSignal,
  query: Record<string, string> = {},
): Promise<string> {
  const { headers } = await client.send({
    method: 'PUT',
    key,
    query,
    body,
    bytes: body.bytes.length,
    signal,
  });
  return headers.get('etag') ?? '';
}

/** Returns the name of a new multipart upload. */
export async function createMultipart(client: S3Client, key: string): Promise<string> {
  const { body } = await client.send({ method: 'POST', key, query: { uploads: '' } });
  return textOf(body.toString(), 'UploadId') ?? '';
}

/** Makes an object of `size` bytes of parts in the order of their numbers. Can be repeated. */
export async function completeMultipart(
  client: S3Client,
  key: string,
  uploadId: string,
  parts: readonly MultipartPart[],
  size: number,
): Promise<void> {
  const list = parts.map(
    ({ number, etag }) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
  );
  const bytes = Buffer.from(
    `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${list.join('')}</CompleteMultipartUpload>`,
  );
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  try {
    await client.send({
      method: 'POST',
      key,
      query: { uploadId },
      body: { bytes, sha256 },
      bytesWithin: size,
    });
  } catch (error) {
    // A first attempt whose response was lost may have completed it.
    const isUnknown = error instanceof RefusedByStore && error.refusal.code === 'NoSuchUpload';
    if (!isUnknown || (await sizeOfObject(client, key).catch(() => -1)) !== size) throw error;
  }
}

export async function abortMultipart(
  client: S3Client,
  key: string,
  uploadId: string,
): Promise<void> {
  await client.send({ method: 'DELETE', key, query: { uploadId } }).catch((error: unknown) => {
    if (!(error instanceof RefusedByStore && error.refusal.status === 404)) throw error;
  });
}
