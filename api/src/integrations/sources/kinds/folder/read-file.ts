import { constants } from 'node:fs';
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises';

import { SourceError } from '../../source-error.ts';
import type { ReadableObject } from '../../source-kind.ts';
import { pathOfKey } from './byte-path.ts';
import { failureOf } from './file-failures.ts';
import { realFile, tokenOf } from './found-file.ts';

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** Reads a file as it was listed. A pipe that took its place does not wait for a writer. @throws {SourceError} */
export async function readFile(
  root: string,
  { key, path, token }: ReadableObject,
  bytesMax: number,
): Promise<AsyncIterable<Uint8Array>> {
  const failure = (error: unknown) => failureOf(error, path, new SourceError('not_found'));
  const real = await realFile(root, pathOfKey(key)).catch((error: unknown) => {
    throw failure(error);
  });
  if (real === undefined) throw new SourceError('not_found');
  const handle = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) => {
    throw failure(error);
  });
  try {
    await requireListed(handle, real, token);
    const { size } = await handle.stat();
    if (size > bytesMax) throw new SourceError('too_large');
  } catch (error) {
    await handle.close();
    throw failure(error);
  }
  return bytesOf(handle, token, bytesMax, failure);
}

/** What was opened has to be the file of the path, and the one that was listed. */
async function requireListed(handle: FileHandle, real: Buffer, token: string): Promise<void> {
  const opened = await handle.stat({ bigint: true });
  if (!opened.isFile()) throw new SourceError('not_found');
  // A folder above it that became a link since leads elsewhere.
  const again = await realpath(real, { encoding: 'buffer' });
  const named = again.equals(real) ? await lstat(real, { bigint: true }) : undefined;
  if (named?.ino !== opened.ino || named.dev !== opened.dev) throw new SourceError('not_found');
  if (tokenOf(opened) !== token) throw changedError();
}

async function* bytesOf(
  handle: FileHandle,
  token: string,
  bytesMax: number,
  failure: (error: unknown) => SourceError,
): AsyncGenerator<Uint8Array> {
  try {
    let read = 0;
    for await (const piece of handle.createReadStream({ autoClose: false })) {
      read += (piece as Buffer).byteLength;
      if (read > bytesMax) throw new SourceError('too_large');
      yield piece as Buffer;
    }
    if (tokenOf(await handle.stat({ bigint: true })) !== token) throw changedError();
  } catch (error) {
    throw failure(error);
  } finally {
    await handle.close();
  }
}

const changedError = (): SourceError =>
  new SourceError('invalid_response', {
    message: 'It has changed since it was listed. The next run reads it.',
  });
