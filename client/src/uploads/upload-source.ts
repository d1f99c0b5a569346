/** Bytes that can be read from any position on, such as a file's. */
export interface UploadSource {
  /** What the archive is called in the history. */
  name?: string;
  /** Bytes. */
  size: number;
  /**
   * The same for the same bytes, at another time too: by it an upload that was interrupted is found again. At most
   * 200 characters.
   */
  fingerprint?: string;
  /** Yields the bytes from `start` on. What it throws ends the upload, and deletes what was sent. */
  readFrom(start: number, signal: AbortSignal | undefined): AsyncIterable<Uint8Array>;
}

/** A zip. A stream is sent in one request, which is not tried again, and not by all browsers. */
export type Uploadable = Blob | Uint8Array<ArrayBuffer> | UploadSource | ReadableStream<Uint8Array>;

/** Bytes of a blob that are read at once. */
const PIECE = 1024 * 1024;

/** Returns a source of what can be read again. */
export function sourceOf(file: Exclude<Uploadable, ReadableStream>): UploadSource {
  if (file instanceof Uint8Array) return sourceOf(new Blob([file]));
  if (!(file instanceof Blob)) return file;
  const isNamed = typeof File !== 'undefined' && file instanceof File;
  return {
    size: file.size,
    ...(isNamed
      ? {
          name: file.name,
          fingerprint: `${file.size}-${file.lastModified}-${file.name}`
            .slice(0, 200)
            .toWellFormed(),
        }
      : {}),
    async *readFrom(start) {
      for (let at = start; at < file.size; at += PIECE) {
        yield new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
      }
    },
  };
}

/** What a source throws while it is read, which is no failure of a request. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
}

/** Yields the bytes of a source. @throws {SourceFailure} with what the source throws as its cause. */
export async function* readSource(
  source: UploadSource,
  start: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const piece of source.readFrom(start, signal)) yield piece;
  } catch (cause) {
    signal?.throwIfAborted();
    throw new SourceFailure('The file could not be read', { cause });
  }
}
