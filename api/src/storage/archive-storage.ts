/** Where archives are stored. It is plain data, so that it can be sent to a worker process. */
export type StorageLocation =
  | { kind: 'folder'; directory: string }
  /** The URL has no credentials; they are in the environment. */
  | { kind: 's3'; url: string };

/** A stored archive opened for reading ranges of it. */
export interface ArchiveSource {
  readonly size: number;
  /** Returns fewer than `length` bytes only at the end of the archive. */
  read(start: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** An upload whose bytes are durable, but which is not yet an archive. */
export interface StagedArchive {
  /** The current key, under which `open` reads it. */
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
  /** Stores it durably as the archive `key`. */
  keep(key: string): Promise<void>;
  delete(): Promise<void>;
}

export interface StoredFile {
  key: string;
  modifiedAt: Date;
}

/** Stores archives by key, in a folder or in an object store. */
export interface ArchiveStorage {
  readonly location: StorageLocation;
  /**
   * Receives an upload to its end, and deletes its bytes on any error.
   * @throws {UploadTooLarge} beyond `limit` bytes. @throws {StorageFull} without enough space.
   */
  stage(source: AsyncIterable<Uint8Array>, limit: number): Promise<StagedArchive>;
  open(key: string): Promise<ArchiveSource>;
  /** Deletes the bytes under a key, if there are any. */
  remove(key: string): Promise<void>;
  list(): Promise<StoredFile[]>;
}

export class UploadTooLarge extends Error {
  override readonly name = 'UploadTooLarge';
}

export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}

/** A store that does not respond, or refuses. Its message is a sentence for the operator. */
export class StorageUnavailable extends Error {
  override readonly name: string = 'StorageUnavailable';
}
