import { SourceError } from '../source-error.ts';
import type { ReadableObject, SourceConnection } from '../source-kind.ts';

/** An object whose bytes were read whole. */
export interface ReadObject {
  key: string;
  bytes: Uint8Array;
}

export interface FailedObject {
  key: string;
  reason: string;
}

/** Reads an object up to `bytesMax`. @throws {SourceError} */
export async function readWhole(
  connection: Pick<SourceConnection, 'read'>,
  object: ReadableObject,
  bytesMax: number,
): Promise<Uint8Array> {
  if (object.size !== undefined && object.size > bytesMax) throw new SourceError('too_large');
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of await connection.read(object)) {
    size += piece.byteLength;
    if (size > bytesMax) throw new SourceError('too_large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

interface PendingObject extends ReadableObject {
  content: Uint8Array | null;
}

/**
 * Reads small objects, so many at once, until `bytesMax` of them are read. One that fails is returned with its reason.
 * @throws {SourceError} which ends the run
 */
export async function readSmall(
  connection: Pick<SourceConnection, 'read'>,
  objects: readonly PendingObject[],
  {
    concurrency,
    bytesMax,
    objectMax,
  }: { concurrency: number; bytesMax: number; objectMax: number },
): Promise<{ read: ReadObject[]; failed: FailedObject[] }> {
  const read: ReadObject[] = [];
  const failed: FailedObject[] = [];
  let next = 0;
  let bytes = 0;
  let fault: unknown;
  const readOn = async () => {
    while (next < objects.length && bytes < bytesMax && fault === undefined) {
      const object = objects[next];
      next += 1;
      if (object === undefined) return;
      try {
        const found = object.content ?? (await readWhole(connection, object, objectMax));
        bytes += found.byteLength;
        read.push({ key: object.key, bytes: found });
      } catch (error) {
        if (!(error instanceof SourceError) || !error.isOfObject) fault ??= error;
        else failed.push({ key: object.key, reason: reasonOf(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, readOn));
  // What was read before is sent first; the fault comes again if it lasts.
  if (fault !== undefined && read.length === 0) throw fault;
  return { read, failed };
}

export const reasonOf = (error: SourceError): string =>
  error.code === 'not_found' ? 'It was there when it was listed, and is gone now.' : error.message;
