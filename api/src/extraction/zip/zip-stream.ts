import { configure, ZipWriter } from '@zip.js/zip.js';

configure({ useWebWorkers: false });

/** Returns the bytes of a zip while `write` adds to it. An error of `write` is the stream's error. */
export function zipStream(
  write: (zip: ZipWriter<unknown>) => Promise<void>,
): ReadableStream<Uint8Array> {
  let fail: ((error: unknown) => void) | undefined;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => {
      fail = (error) => controller.error(error);
    },
  });
  const zip = new ZipWriter(writable, { useWebWorkers: false, extendedTimestamp: false });
  write(zip)
    .then(() => zip.close())
    .catch((error: unknown) => fail?.(error));
  return readable;
}
