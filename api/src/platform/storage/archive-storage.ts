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

/** What a storage says of a file that arrives in parts. It is plain data, which its caller stores. */
export interface PartedFile {
  /** An object store's name of the unfinished file. */
  uploadId?: string;
  /** Its parts in order, where the storage keeps them apart. */
  parts?: { number: number; etag: string }[];
  /** The end of what arrived, where it is too short to be a part yet. */
  tail?: { key: string; size: number };
}

/** Bytes of a file that arrives in parts. */
export interface NewPart {
  bytes: Buffer<ArrayBuffer>;
  /** Of the first byte, in the file. */
  offset: number;
  isLast: boolean;
  /** Differs for each attempt to store a part of the file, and grows. */
  number: number;
  /** Differs for each request that adds to the file. */
  writer: string;
  signal: AbortSignal;
}

/**
 * Files that arrive in parts, over several requests and in several processes. A file is named by its key as
 * an archive. A part that was stored, but not recorded by its caller, is replaced by the next one at its offset.
 */
export interface PartStorage {
  /** Whether `put` needs a number for parts of full size. */
  readonly isNumbered: boolean;
  /**
   * Stores bytes durably, and returns the file with them. A part of fewer than `PART_BYTES` that is not the
   * last may become the file's tail: `tail` returns what has to be put again, with the bytes that follow.
   * The caller removes a tail that the file has no more.
   * @throws {StorageFull} @throws {StorageUnavailable}
   */
  put(key: string, file: PartedFile, part: NewPart): Promise<PartedFile>;
  tail(file: PartedFile): Promise<Buffer>;
  /** Joins the parts of a complete file, and returns the key under which it can be read. Can be repeated. */
  join(key: string, file: PartedFile, size: number): Promise<string>;
  /** Stores a joined file durably as an archive. Can be repeated. */
  keep(key: string): Promise<void>;
}

/** Returns the keys under which a storage may have bytes of an unfinished file. */
export function keysOfParts(key: string, { tail }: PartedFile): string[] {
  return [key, incomingKey(key), ...(tail === undefined ? [] : [tail.key])];
}

/** Where files are until they are archives. */
export const incomingKey = (name: string) => `incoming/${name}`;

export const PART_BYTES = 8 * 1024 * 1024;

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
  readonly parts: PartStorage;
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

/** Returns whether a storage has no file of the key that was opened. */
export const isMissing = (error: unknown): boolean =>
  error instanceof FileMissing || (error as NodeJS.ErrnoException).code === 'ENOENT';

/** A store that does not respond, or refuses. Its message is a sentence for the operator. */
export class StorageUnavailable extends Error {
  override readonly name: string = 'StorageUnavailable';
}

/** A storage has no file of a key, or none yet. */
export class FileMissing extends StorageUnavailable {
  override readonly name = 'FileMissing';
}
