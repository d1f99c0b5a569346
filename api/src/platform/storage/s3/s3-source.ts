import { FileMissing, StorageUnavailable, type ArchiveSource } from '../archive-storage.ts';
import type { S3Client } from './s3-client.ts';
import { RefusedByStore } from './s3-refusal.ts';

/** The smallest read, so that adjacent small reads are one request. */
const WINDOW_MIN = 64 * 1024;
/** The largest read-ahead; windows grow to it while reads are sequential. */
const WINDOW_MAX = 4 * 1024 * 1024;
/** The largest gap between sequential reads: the headers between the files of a zip. */
const GAP = 4 * 1024;

interface Window {
  start: number;
  end: number;
  bytes: Promise<Buffer>;
}

/** Opens a stored object for range reads, and caches the last window. */
export async function openS3Source(client: S3Client, key: string): Promise<ArchiveSource> {
  const size = await sizeOfObject(client, key);
  let window: Window | undefined;
  let ahead = WINDOW_MIN;
  let lastEnd = -1;

  const moveWindow = (start: number, end: number): Window => {
    const follows = start >= lastEnd && start - lastEnd <= GAP && lastEnd !== -1;
    ahead = follows ? Math.min(ahead * 2, WINDOW_MAX) : WINDOW_MIN;
    const windowEnd = Math.min(size, Math.max(end, start + ahead));
    // A zip's directory is read backwards from the end.
    const windowStart = windowEnd === size ? Math.min(start, Math.max(0, size - ahead)) : start;
    const moved = {
      start: windowStart,
      end: windowEnd,
      bytes: readRange(client, key, windowStart, windowEnd),
    };
    window = windowEnd - windowStart <= WINDOW_MAX ? moved : undefined;
    moved.bytes.catch(() => {
      if (window === moved) window = undefined;
    });
    return moved;
  };

  return {
    size,
    read: async (start, length) => {
      const end = Math.min(start + length, size);
      if (end <= start) return Buffer.alloc(0);
      const covers = window !== undefined && window.start <= start && end <= window.end;
      const from = covers && window !== undefined ? window : moveWindow(start, end);
      lastEnd = end;
      const bytes = await from.bytes;
      // A copy, since the caller may keep it or transfer it to a thread.
      return Buffer.from(bytes.subarray(start - from.start, end - from.start));
    },
    close: () => {
      window = undefined;
      return Promise.resolve();
    },
  };
}

/** Returns the size in bytes. @throws {StorageUnavailable} also for a missing object. */
export async function sizeOfObject(client: S3Client, key: string): Promise<number> {
  const { headers } = await client.send({ method: 'HEAD', key }).catch((error: unknown) => {
    if (error instanceof RefusedByStore && error.refusal.status === 404) {
      throw new FileMissing(`The storage has no archive "${key}".`, { cause: error });
    }
    throw error;
  });
  return Number(headers.get('content-length'));
}

async function readRange(
  client: S3Client,
  key: string,
  start: number,
  end: number,
): Promise<Buffer> {
  const { body } = await client.send({
    method: 'GET',
    key,
    headers: { range: `bytes=${start}-${end - 1}` },
    bytes: end - start,
  });
  if (body.length !== end - start) {
    throw new StorageUnavailable(`The storage gave ${body.length} of ${end - start} bytes.`);
  }
  return body;
}
