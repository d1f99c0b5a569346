import { constants, createInflate, inflateSync } from 'node:zlib';

import { SourceError } from '../../../source-error.ts';
import type { FileWindow } from './file-window.ts';

/** Bytes of what is inflated in memory at most. */
export const IN_MEMORY_MAX = 4 * 1024 * 1024;

/** Bytes that deflated bytes take at most, with room for writers that do not compress. */
const deflatedMax = (size: number) => size + (size >> 3) + 1024;

/** Inflates what has exactly `size` bytes, and says how many bytes it took. @throws {SourceError} */
export async function inflateSmall(
  window: FileWindow,
  position: number,
  size: number,
): Promise<{ bytes: Buffer; taken: number }> {
  const deflated = await window.at(position, deflatedMax(size));
  try {
    const { buffer, engine } = inflateSync(deflated, {
      info: true,
      maxOutputLength: Math.max(size, 1),
      chunkSize: Math.max(size, constants.Z_MIN_CHUNK),
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    if (buffer.length !== size) throw new SourceError('invalid_response');
    return { bytes: buffer, taken: engine.bytesWritten };
  } catch (error) {
    throw error instanceof SourceError
      ? error
      : new SourceError('invalid_response', { cause: error });
  }
}

/** Inflates what has exactly `size` bytes in pieces, and returns how many bytes it took. @throws {SourceError} */
export async function inflateLarge(
  window: FileWindow,
  { position, size, signal }: { position: number; size: number; signal: AbortSignal },
  write: (piece: Uint8Array) => void,
): Promise<number> {
  const inflate = createInflate();
  let written = 0;
  const feed = async () => {
    for await (const piece of window.from(position)) {
      if (inflate.destroyed || inflate.readableEnded) return;
      if (inflate.write(piece)) continue;
      await new Promise<void>((resolve) => {
        inflate.once('drain', resolve).once('close', resolve).once('end', resolve);
      });
    }
    inflate.end();
  };
  const fed = feed().catch((error: unknown) => inflate.destroy(error as Error));
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      written += piece.length;
      if (written > size) throw new SourceError('invalid_response');
      write(piece);
    }
  } catch (error) {
    throw error instanceof SourceError || signal.aborted
      ? error
      : new SourceError('invalid_response', { cause: error });
  } finally {
    inflate.destroy();
    await fed;
  }
  if (written !== size) throw new SourceError('invalid_response');
  return inflate.bytesWritten;
}
