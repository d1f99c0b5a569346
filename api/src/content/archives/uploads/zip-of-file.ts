import { zipStream } from '../../../extraction/zip/zip-stream.ts';

/** Returns the bytes of a zip with one file, while its own bytes arrive. An error of `pieces` is thrown. */
export function zipOfFile(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  return zipStream(async (zip) => {
    await zip.add(path, ReadableStream.from(pieces));
  });
}
