import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

import { SourceError } from '../../../source-error.ts';

interface Receiving {
  hash: 'sha1' | 'sha256';
  bytesMax: number;
  signal: AbortSignal;
}

/** Writes a pack to a file up to `bytesMax`, compares its checksum, and returns its bytes. @throws {SourceError} */
export async function receivePack(
  pieces: AsyncIterable<Uint8Array>,
  path: string,
  { hash: name, bytesMax, signal }: Receiving,
): Promise<number> {
  const hash = createHash(name);
  const trailerBytes = name === 'sha1' ? 20 : 32;
  let size = 0;
  // The last bytes are the checksum of those before them.
  let last = Buffer.alloc(0);
  const file = await open(path, 'w', 0o600);
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted();
      size += piece.length;
      if (size > bytesMax) throw new SourceError('too_large');
      await file.write(piece);
      const joined = Buffer.concat([last, piece]);
      const end = Math.max(joined.length - trailerBytes, 0);
      hash.update(joined.subarray(0, end));
      last = joined.subarray(end);
    }
  } finally {
    await file.close();
  }
  if (last.toString('hex') !== hash.digest('hex'))
    throw new SourceError('invalid_response', { message: 'The Git server sent damaged data.' });
  return size;
}
