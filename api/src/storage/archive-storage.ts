/** Where archives are kept, in words that another process understands too. */
export type StorageLocation =
  | { kind: 'folder'; directory: string }
  /** Without credentials: those are in the environment. */
  | { kind: 's3'; url: string };

/** A stored archive opened for reading ranges of it. */
export interface ArchiveSource {
  readonly size: number;
  /** Fewer bytes than asked for only at the end of the archive. */
  read(start: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** An upload whose bytes are durable, but which is not yet an archive. */
export interface StagedArchive {
  /** Opens it where it stands now. */
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
  /** Makes it the archive `key`, durably. */
  keep(key: string): Promise<void>;
  discard(): Promise<void>;
}

export interface StoredFile {
  key: string;
  modifiedAt: Date;
}

/** Keeps archives by key, in a folder or in an object store. */
export interface ArchiveStorage {
  readonly location: StorageLocation;
  /**
   * Receives an upload to its end. Whatever goes wrong, nothing of it is left.
   * @throws {UploadTooLarge} past `limit` bytes. @throws {StorageFull} where there is no room.
   */
  stage(source: AsyncIterable<Uint8Array>, limit: number): Promise<StagedArchive>;
  open(key: string): Promise<ArchiveSource>;
  /** Removes what may be gone already. */
  remove(key: string): Promise<void>;
  list(): Promise<StoredFile[]>;
}

export class UploadTooLarge extends Error {
  override readonly name = 'UploadTooLarge';
}

export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}

/** A store that does not answer, or refuses. Its message is a sentence for the operator. */
export class StorageUnavailable extends Error {
  override readonly name: string = 'StorageUnavailable';
}
