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

/** Reads an object; undefined where it has more bytes than `bytesMax`. @throws {SourceError} */
async function readWhole(
  connection: Pick<SourceConnection, 'read'>,
  object: ReadableObject,
  bytesMax: number,
): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of await connection.read(object)) {
    size += piece.byteLength;
    if (size > bytesMax) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

interface PendingObject extends ReadableObject {
  content: Uint8Array | null;
}

/**
 * Reads small objects, so many at once, until `bytesMax` of them are read. One that fails is returned with its reason,
 * and one of more than `objectMax` bytes as large: then no further one is begun.
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
): Promise<{ read: ReadObject[]; failed: FailedObject[]; large: ReadableObject[] }> {
  const read: ReadObject[] = [];
  const failed: FailedObject[] = [];
  const large: ReadableObject[] = [];
  const isOver = () => bytes >= bytesMax || fault !== undefined || large.length > 0;
  let next = 0;
  let bytes = 0;
  let fault: unknown;
  const readOn = async () => {
    while (next < objects.length && !isOver()) {
      const object = objects[next];
      next += 1;
      if (object === undefined) return;
      try {
        const found = object.content ?? (await readWhole(connection, object, objectMax));
        if (found === undefined) large.push(object);
        else {
          bytes += found.byteLength;
          read.push({ key: object.key, bytes: found });
        }
      } catch (error) {
        if (!(error instanceof SourceError) || !error.isOfObject) fault ??= error;
        else failed.push({ key: object.key, reason: reasonOf(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, readOn));
  // What was read before is sent first; the fault comes again if it lasts.
  if (fault !== undefined && read.length === 0) throw fault;
  return { read, failed, large: fault === undefined ? large : [] };
}

export const reasonOf = (error: SourceError): string =>
  error.code === 'not_found' ? 'It was there when it was listed, and is gone now.' : error.message;
