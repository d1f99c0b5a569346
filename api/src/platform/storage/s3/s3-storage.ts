import { randomUUID } from 'node:crypto';

import {
  incomingKey,
  type ArchiveStorage,
  type StagedArchive,
  type StoredFile,
} from '../archive-storage.ts';
import { createS3Client, pathOfKey, type S3Client, type S3Options } from './s3-client.ts';
import { lastWrittenAt, listObjects, listUnfinished } from './s3-listing.ts';
import { openS3Source } from './s3-source.ts';
import { abortMultipart } from './s3-multipart.ts';
import { createS3Parts } from './s3-parts.ts';
import { uploadObject } from './s3-upload.ts';

/** The largest object that S3 copies in one request. */
const COPY_BYTES_MAX = 5 * 1024 ** 3;
/** The form of Carrel's keys; objects with other names below the prefix are never deleted. */
const OWN_KEY = /^(?:incoming\/)?[^/]+$/;

/**
 * Returns the environment variables that a process needs to open an S3 storage, if one is configured:
 * credentials, and certificate authorities for a private store.
 */
export function s3Environment(
  environment: Record<string, string | undefined>,
): Record<string, string> {
  if (!environment['STORAGE_URL']?.trim()) return {};
  const names = [
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_SESSION_TOKEN',
    'NODE_EXTRA_CA_CERTS',
  ];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * Stores archives as objects of a bucket in an S3-compatible store. Uploads in progress are below
 * `incoming/`. The credentials come from the environment and are not part of the location.
 * @throws {StorageUnavailable} for an unusable bucket, with a message for the operator.
 */
export async function openS3Storage(
  url: string,
  options: Partial<S3Options> = {},
): Promise<ArchiveStorage> {
  const client = createS3Client(url, {
    environment: process.env,
    firstPauseMilliseconds: 200,
    deadlineMilliseconds: 30_000,
    ...options,
  });
  await client.send({
    method: 'GET',
    query: { 'list-type': '2', 'max-keys': '1', prefix: client.address.prefix },
  });
  return {
    location: { kind: 's3', url },
    stage: async (source, limit) => {
      const key = incomingKey(randomUUID());
      const received = await uploadObject(client, key, source, Math.min(limit, COPY_BYTES_MAX));
      return stagedObject(client, key, received);
    },
    parts: createS3Parts(client),
    open: (key) => openS3Source(client, key),
    remove: (key) => removeObject(client, key),
    list: () => listFiles(client),
  };
}

function stagedObject(
  client: S3Client,
  key: string,
  received: { size: number; sha256: string },
): StagedArchive {
  // Cleaning up deletes what is left here, and this error must not hide an earlier one.
  const deleteStaged = () => removeObject(client, key).catch(() => undefined);
  return {
    key,
    ...received,
    keep: async (finalKey) => {
      const { address } = client;
      await client.send({
        method: 'PUT',
        key: finalKey,
        headers: { 'x-amz-copy-source': `/${address.bucket}/${pathOfKey(address, key)}` },
        bytesWithin: received.size,
      });
      await deleteStaged();
    },
    delete: deleteStaged,
  };
}

async function removeObject(client: S3Client, key: string): Promise<void> {
  await client.send({ method: 'DELETE', key });
  for (const upload of await listUnfinished(client, key)) {
    if (upload.key !== key) continue;
    await abortMultipart(client, upload.key, upload.uploadId);
  }
}

/** Unfinished uploads are listed as files; `remove` aborts them. */
async function listFiles(client: S3Client): Promise<StoredFile[]> {
  const files = await listObjects(client);
  for (const upload of await listUnfinished(client, '')) {
    const modifiedAt = await lastWrittenAt(client, upload);
    if (modifiedAt !== undefined) files.push({ key: upload.key, modifiedAt });
  }
  return files.filter(({ key }) => OWN_KEY.test(key));
}
