import { setTimeout as pause } from 'node:timers/promises';

import { SourceError } from '../../source-error.ts';
import { MissingObject } from './protocol/git-failures.ts';
import type { Repository } from './repository.ts';

/** Files that are asked for by one request at most. */
export const BATCH_FILES_MAX = 32;
/** Time in which reads that begin together are collected. */
const COLLECT_MILLISECONDS = 10;
/** Bytes of a response with several files. Those that are larger together are asked for in two halves. */
const BATCH_BYTES_MAX = 64 * 1024 * 1024;
const SINGLE_OVERHEAD = 1024 * 1024;

interface Waiting {
  resolve(): void;
  reject(error: unknown): void;
}

/** Fetches files by their ids, those that are wanted at about the same time by one request. */
export class BlobBatches {
  readonly #repository: Repository;
  readonly #objectBytesMax: number;
  readonly #waiting = new Map<string, Waiting[]>();
  #isBusy = false;

  constructor(repository: Repository, objectBytesMax: number) {
    this.#repository = repository;
    this.#objectBytesMax = objectBytesMax;
  }

  /** Resolves when the file is in the store. @throws {SourceError} */
  fetch(id: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), { resolve, reject }]);
    if (!this.#isBusy) void this.#work();
    return promise;
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.size > 0) {
      await pause(COLLECT_MILLISECONDS);
      const batch = [...this.#waiting].slice(0, BATCH_FILES_MAX);
      for (const [id] of batch) this.#waiting.delete(id);
      await this.#fetchAll(new Map(batch));
    }
    this.#isBusy = false;
  }

  async #fetchAll(batch: ReadonlyMap<string, Waiting[]>): Promise<void> {
    const ids = [...batch.keys()];
    try {
      await this.#request(ids);
    } catch (error) {
      if (ids.length > 1 && isOfOne(error)) {
        const half = Math.ceil(ids.length / 2);
        const entries = [...batch];
        await this.#fetchAll(new Map(entries.slice(0, half)));
        await this.#fetchAll(new Map(entries.slice(half)));
        return;
      }
      for (const one of [...batch.values()].flat()) one.reject(error);
      return;
    }
    for (const one of [...batch.values()].flat()) one.resolve();
  }

  #request(ids: readonly string[]): Promise<void> {
    const one = this.#objectBytesMax + SINGLE_OVERHEAD;
    const bytesMax = ids.length === 1 ? one : Math.max(BATCH_BYTES_MAX, one);
    // Compressed files may be larger unpacked; one that is too large is left out where it is unpacked.
    const unpacked = ids.length === 1 ? one * 4 : bytesMax * 8;
    return this.#repository.fetchBlobs(ids, { pack: bytesMax, unpacked });
  }
}

/** Whether one file of several may be the reason. */
const isOfOne = (error: unknown): boolean =>
  error instanceof MissingObject || (error instanceof SourceError && error.code === 'too_large');
