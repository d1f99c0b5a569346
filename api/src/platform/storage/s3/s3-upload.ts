import { createHash, type Hash } from 'node:crypto';

import { PART_BYTES, UploadTooLarge } from '../archive-storage.ts';
import type { S3Client } from './s3-client.ts';
import { abortMultipart, completeMultipart, createMultipart, putBytes } from './s3-multipart.ts';

interface Received {
  size: number;
  sha256: string;
}

/**
 * Streams to an object: in parts, of which one is sent while the next one fills, or in one request if
 * it is smaller than a part. On any error the unfinished upload is aborted.
 */
export async function uploadObject(
  client: S3Client,
  key: string,
  source: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Received> {
  const upload = createPartUpload(client, key);
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > limit) throw new UploadTooLarge(`More than ${limit} bytes`);
      hash.update(chunk);
      await upload.write(chunk);
    }
    await upload.finish(size);
  } catch (error) {
    await upload.abort();
    throw error;
  }
  return { size, sha256: hash.digest('hex') };
}

/** A part that is being filled. Bytes are hashed as they arrive, so that no part blocks other work. */
interface Part {
  bytes: Buffer<ArrayBuffer>;
  length: number;
  hash: Hash;
}

const emptyPart = (bytes: Buffer<ArrayBuffer>): Part => ({
  bytes,
  length: 0,
  hash: createHash('sha256'),
});

function createPartUpload(client: S3Client, key: string) {
  const aborting = new AbortController();
  const etags: string[] = [];
  let part = emptyPart(Buffer.allocUnsafe(PART_BYTES));
  let spare: Buffer<ArrayBuffer> | undefined;
  let uploadId: string | undefined;
  let sending: Promise<void> | undefined;

  const startSending = async () => {
    uploadId ??= await createMultipart(client, key);
    await sending;
    const full = part;
    part = emptyPart(spare ?? Buffer.allocUnsafe(PART_BYTES));
    spare = full.bytes;
    const query = { partNumber: String(etags.length + 1), uploadId };
    sending = put(client, key, full, aborting.signal, query).then((etag) => {
      etags.push(etag);
    });
    // The rejection is handled where it is awaited, which may be later.
    sending.catch(() => undefined);
  };

  return {
    write: async (chunk: Uint8Array) => {
      for (let at = 0; at < chunk.length;) {
        const piece = chunk.subarray(at, at + PART_BYTES - part.length);
        part.bytes.set(piece, part.length);
        part.hash.update(piece);
        part.length += piece.length;
        at += piece.length;
        if (part.length === PART_BYTES) await startSending();
      }
    },
    finish: async (size: number) => {
      if (uploadId === undefined) {
        await put(client, key, part, aborting.signal);
        return;
      }
      if (part.length > 0) await startSending();
      await sending;
      const parts = etags.map((etag, at) => ({ number: at + 1, etag }));
      await completeMultipart(client, key, uploadId, parts, size);
    },
    /** Never fails: what cannot be deleted now is cleaned up later. */
    abort: async () => {
      aborting.abort();
      await sending?.catch(() => undefined);
      if (uploadId !== undefined)
        await abortMultipart(client, key, uploadId).catch(() => undefined);
      // The last request may have succeeded although its response was lost.
      await client.send({ method: 'DELETE', key }).catch(() => undefined);
    },
  };
}

function put(
  client: S3Client,
  key: string,
  { bytes, length, hash }: Part,
  signal: AbortSignal,
  query: Record<string, string> = {},
): Promise<string> {
  const body = { bytes: bytes.subarray(0, length), sha256: hash.digest('hex') };
  return putBytes(client, key, body, signal, query);
}
