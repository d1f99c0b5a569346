import type { FileHandle } from 'node:fs/promises';

import { SourceError } from '../../source-error.ts';
import type { BlobBatches } from './blob-batches.ts';
import type { ObjectStore } from './packs/object-store.ts';
import { isObjectId } from './protocol/git-refs.ts';
import type { Repository } from './repository.ts';

const ATTEMPTS = 3;
/** Bytes of a pointer to a file that Git LFS keeps, at most. */
const POINTER_BYTES_MAX = 1024;
const POINTER = 'version https://git-lfs.github.com/spec/v1';

/** The bytes of a file of the repository, which is not kept once it is read. @throws {SourceError} */
export async function readBlob(
  id: string,
  { store, canFetchBlobs }: Repository,
  batches: BlobBatches,
): Promise<AsyncIterable<Uint8Array>> {
  if (!isObjectId(id)) throw new SourceError('not_found');
  const file = await openBlob(id, store, batches);
  try {
    const { size } = await file.stat();
    if (size <= POINTER_BYTES_MAX && (await isPointer(file)))
      throw new SourceError('invalid_response', {
        message: 'Git LFS keeps the contents of this file. They are not read.',
      });
  } catch (error) {
    await file.close();
    throw error;
  }
  return piecesOf(file, () => (canFetchBlobs ? store.delete(id) : Promise.resolve()));
}

async function openBlob(id: string, store: ObjectStore, batches: BlobBatches): Promise<FileHandle> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const file = await store.open(id);
    if (file !== undefined) return file;
    if ((await store.largeSizeOf(id)) !== undefined) throw new SourceError('too_large');
    await batches.fetch(id);
  }
  if ((await store.largeSizeOf(id)) !== undefined) throw new SourceError('too_large');
  throw new SourceError('not_found');
}

async function isPointer(file: FileHandle): Promise<boolean> {
  const bytes = Buffer.alloc(POINTER.length);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  return bytesRead === bytes.length && bytes.toString('latin1') === POINTER;
}

async function* piecesOf(file: FileHandle, done: () => Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    yield* file.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Uint8Array>;
  } finally {
    await file.close();
    await done();
  }
}
