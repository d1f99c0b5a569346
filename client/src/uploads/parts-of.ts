/** Puts pieces of bytes together to parts of `size` bytes; the last one may have fewer. */
export async function* partsOf(
  pieces: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  let part = new Uint8Array(size);
  let length = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const taken = piece.subarray(at, at + size - length);
      part.set(taken, length);
      length += taken.length;
      at += taken.length;
      if (length === size) {
        yield part;
        // The one before may still be sent.
        [part, length] = [new Uint8Array(size), 0];
      }
    }
  }
  if (length > 0) yield part.subarray(0, length);
}

/** Returns a stream of pieces, which is read as fast as it is sent. */
export function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
