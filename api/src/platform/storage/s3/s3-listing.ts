import type { StoredFile } from '../archive-storage.ts';
import type { S3Client } from './s3-client.ts';
import { RefusedByStore } from './s3-refusal.ts';
import { elementsOf, textOf } from './s3-xml.ts';

export interface UnfinishedUpload {
  key: string;
  uploadId: string;
  startedAt: Date;
}

/** Returns every object below the prefix. */
export async function listObjects(client: S3Client): Promise<StoredFile[]> {
  const { prefix } = client.address;
  const files: StoredFile[] = [];
  let page: string | undefined;
  do {
    const xml = await getList(client, {
      'list-type': '2',
      prefix,
      ...(page === undefined ? {} : { 'continuation-token': page }),
    });
    for (const object of elementsOf(xml, 'Contents')) {
      files.push({ key: keyIn(object, prefix), modifiedAt: dateIn(object, 'LastModified') });
    }
    page = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextContinuationToken') : undefined;
  } while (page !== undefined);
  return files;
}

/** Returns multipart uploads, with keys that start with `below`, that were neither completed nor aborted. */
export async function listUnfinished(client: S3Client, below: string): Promise<UnfinishedUpload[]> {
  const { prefix } = client.address;
  const uploads: UnfinishedUpload[] = [];
  let page: { 'key-marker': string; 'upload-id-marker': string } | undefined;
  do {
    const xml = await getList(client, { uploads: '', prefix: prefix + below, ...page }).catch(
      (error: unknown) => {
        // Some stores have no such list and delete unfinished uploads automatically.
        if (error instanceof RefusedByStore && error.refusal.status === 501) return '';
        throw error;
      },
    );
    for (const upload of elementsOf(xml, 'Upload')) {
      uploads.push({
        key: keyIn(upload, prefix),
        uploadId: textOf(upload, 'UploadId') ?? '',
        startedAt: dateIn(upload, 'Initiated'),
      });
    }
    const isTruncated = textOf(xml, 'IsTruncated') === 'true';
    page = isTruncated
      ? {
          'key-marker': textOf(xml, 'NextKeyMarker') ?? '',
          'upload-id-marker': textOf(xml, 'NextUploadIdMarker') ?? '',
        }
      : undefined;
  } while (page !== undefined);
  return uploads;
}

/**
 * Returns when the last part arrived or the upload began; undefined if the upload has ended since.
 * One page has a thousand parts, which is more than an upload has.
 */
export async function lastWrittenAt(
  client: S3Client,
  { key, uploadId, startedAt }: UnfinishedUpload,
): Promise<Date | undefined> {
  const parts = await client
    .send({ method: 'GET', key, query: { uploadId } })
    .catch((error: unknown) => {
      if (error instanceof RefusedByStore && error.refusal.status === 404) return undefined;
      throw error;
    });
  if (parts === undefined) return undefined;
  const times = elementsOf(parts.body.toString(), 'Part').map((part) =>
    dateIn(part, 'LastModified').getTime(),
  );
  return new Date(Math.max(startedAt.getTime(), ...times));
}

async function getList(client: S3Client, query: Record<string, string>): Promise<string> {
  return (await client.send({ method: 'GET', query })).body.toString();
}

const keyIn = (xml: string, prefix: string) => (textOf(xml, 'Key') ?? '').slice(prefix.length);

const dateIn = (xml: string, name: string) => new Date(textOf(xml, name) ?? Number.NaN);
