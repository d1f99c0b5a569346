import type { FileHandle } from 'node:fs/promises';

const WINDOW_BYTES = 1024 * 1024;

/** Reads a file mostly forward, with a part of it in memory. */
export class FileWindow {
  readonly #file: FileHandle;
  readonly #size: number;
  #start = 0;
  #bytes = Buffer.alloc(0);

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  /** Up to `length` bytes; fewer at the end. Valid until the next call. */
  async at(position: number, length: number): Promise<Buffer> {
    const end = Math.min(position + length, this.#size);
    if (position < this.#start || end > this.#start + this.#bytes.length) {
      const wanted = Math.min(Math.max(end - position, WINDOW_BYTES), this.#size - position);
      const bytes = Buffer.allocUnsafe(Math.max(wanted, 0));
      const { bytesRead } = await this.#file.read(bytes, 0, bytes.length, position);
      this.#start = position;
      this.#bytes = bytes.subarray(0, bytesRead);
    }
    const from = position - this.#start;
    return this.#bytes.subarray(from, from + Math.max(end - position, 0));
  }

  /** What follows a position, in pieces. */
  async *from(position: number): AsyncGenerator<Buffer> {
    for (let at = position; at < this.#size;) {
      const bytes = Buffer.allocUnsafe(Math.min(WINDOW_BYTES, this.#size - at));
      const { bytesRead } = await this.#file.read(bytes, 0, bytes.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield bytes.subarray(0, bytesRead);
    }
  }
}
