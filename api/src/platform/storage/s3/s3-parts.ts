import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import {
  incomingKey,
  PART_BYTES,
  StorageUnavailable,
  type PartedFile,
  type PartStorage,
} from '../archive-storage.ts';
import type { S3Client } from './s3-client.ts';
import { completeMultipart, createMultipart, putBytes } from './s3-multipart.ts';
import { openS3Source, sizeOfObject } from './s3-source.ts';

/** Bytes that are hashed without a pause. */
const PIECE_BYTES = 256 * 1024;

/**
 * A file that arrives in parts is a multipart upload under its final key. The store takes parts of 5 MiB
 * and more only, except for the last: what is shorter is an object of its own until more follows.
 */
export function createS3Parts(client: S3Client): PartStorage {
  const tailOf = async ({ tail }: PartedFile): Promise<Buffer> => {
    if (tail === undefined) return Buffer.alloc(0);
    const source = await openS3Source(client, tail.key);
    try {
      if (source.size === tail.size) return await source.read(0, tail.size);
    } finally {
      await source.close();
    }
    throw new StorageUnavailable(`The storage has other bytes under "${tail.key}".`);
  };
  return {
    isNumbered: true,
    tail: tailOf,
    put: async (key, file, part) => {
      const { bytes, number, writer, isLast, signal } = part;
      const body = { bytes, sha256: await hashOf(bytes) };
      if (bytes.length < PART_BYTES && !isLast) {
        const tail = { key: incomingKey(`${key}.${writer}`), size: bytes.length };
        await putBytes(client, tail.key, body, signal);
        return { ...file, tail };
      }
      const uploadId = file.uploadId ?? (await createMultipart(client, key));
      const query = { partNumber: String(number), uploadId };
      const etag = await putBytes(client, key, body, signal, query);
      return { uploadId, parts: [...(file.parts ?? []), { number, etag }] };
    },
    join: async (key, { uploadId, parts = [] }, size) => {
      if (uploadId !== undefined) await completeMultipart(client, key, uploadId, parts, size);
      const found = await sizeOfObject(client, key);
      if (found === size) return key;
      throw new StorageUnavailable(
        `The storage has ${found} bytes of the upload "${key}" in place of ${size}.`,
      );
    },
    keep: () => Promise.resolve(),
  };
}

/** Returns the SHA-256 as hexadecimal text, computed with other work in between. */
async function hashOf(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    hash.update(bytes.subarray(at, at + PIECE_BYTES));
    await nextTurn();
  }
  return hash.digest('hex');
}
