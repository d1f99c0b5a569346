import { closeSync, openSync, readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { setImmediate as others } from 'node:timers/promises';

import { SourceError } from '../../../source-error.ts';
import { applyDelta, readDelta } from './apply-delta.ts';
import { FileWindow } from './file-window.ts';
import { IN_MEMORY_MAX, inflateLarge, inflateSmall } from './inflate.ts';
import type { ObjectStore } from './object-store.ts';
import { ENTRY_HEAD_MAX, readEntry, type ObjectType, type PackEntry } from './pack-entry.ts';
import { UnpackedIndex, type Unpacked } from './unpacked-index.ts';

export interface UnpackLimits {
  /** Bytes of a file that is kept. Of a larger one only the size is. */
  objectBytesMax: number;
  /** Bytes of all objects of a pack. */
  totalMax: number;
  signal: AbortSignal;
}

const HEADER_BYTES = 12;
const OBJECTS_MAX = 4_000_000;
/** Bytes of a commit, a folder or a tag. */
const STRUCTURE_BYTES_MAX = 32 * 1024 * 1024;
/** Bytes of what makes an object of another one. */
const DELTA_BYTES_MAX = 64 * 1024 * 1024;
/** Time after which other work of the process has a turn. */
const BUSY_MILLISECONDS = 20;

/** An object that is made of one that is not known yet. */
interface Waiting {
  offset: number;
  entry: PackEntry;
}

/** Puts the objects of a pack into the store. Memory does not grow with their sizes. @throws {SourceError} */
export async function unpack(
  { file, size }: { file: FileHandle; size: number },
  store: ObjectStore,
  limits: UnpackLimits,
): Promise<void> {
  const window = new FileWindow(file, size);
  const header = await window.at(0, HEADER_BYTES);
  const version = header.length < HEADER_BYTES ? 0 : header.readUInt32BE(4);
  if (header.toString('latin1', 0, 4) !== 'PACK' || (version !== 2 && version !== 3))
    throw new SourceError('invalid_response');
  const count = header.readUInt32BE(8);
  if (count > OBJECTS_MAX) throw new SourceError('too_many_objects');
  await new Unpacking(window, store, limits).unpack(count);
}

class Unpacking {
  readonly #window: FileWindow;
  readonly #store: ObjectStore;
  readonly #limits: UnpackLimits;
  readonly #index: UnpackedIndex;
  #total = 0;
  /** Where objects begin that are not kept. */
  readonly #left = new Set<number>();

  constructor(window: FileWindow, store: ObjectStore, limits: UnpackLimits) {
    this.#window = window;
    this.#store = store;
    this.#limits = limits;
    this.#index = new UnpackedIndex(store.idBytes);
  }

  async unpack(count: number): Promise<void> {
    let offset = HEADER_BYTES;
    let waiting: Waiting[] = [];
    let yielded = performance.now();
    for (let number = 0; number < count; number += 1) {
      const head = await this.#window.at(offset, ENTRY_HEAD_MAX);
      const entry = readEntry(head, this.#store.idBytes);
      this.#count(entry.size);
      const { taken, isWaiting } = await this.#take(offset, entry);
      if (isWaiting) waiting.push({ offset, entry });
      offset += entry.length + taken;
      if (performance.now() - yielded < BUSY_MILLISECONDS) continue;
      this.#limits.signal.throwIfAborted();
      await others();
      yielded = performance.now();
    }
    while (waiting.length > 0) {
      const still: Waiting[] = [];
      for (const one of waiting)
        if ((await this.#take(one.offset, one.entry)).isWaiting) still.push(one);
      if (still.length === waiting.length) throw new SourceError('invalid_response');
      waiting = still;
    }
  }

  #count(size: number): void {
    this.#total += size;
    if (this.#total > this.#limits.totalMax) throw new SourceError('too_large');
  }

  async #take(offset: number, entry: PackEntry): Promise<{ taken: number; isWaiting: boolean }> {
    const position = offset + entry.length;
    if (entry.type === undefined) return this.#takeDelta(offset, entry);
    const isKept = this.#isKept(entry.type, entry.size);
    if (isKept && entry.size <= IN_MEMORY_MAX) {
      const { bytes, taken } = await inflateSmall(this.#window, position, entry.size);
      this.#index.add(offset, { id: this.#store.write(entry.type, bytes), type: entry.type });
      return { taken, isWaiting: false };
    }
    const { size, type } = entry;
    const reading = { position, size, signal: this.#limits.signal };
    if (isKept) {
      const object = this.#store.begin(type, size);
      const taken = await inflateLarge(this.#window, reading, object.write).catch(async (error) => {
        await object.cancel();
        throw error;
      });
      this.#index.add(offset, { id: object.end(), type });
      return { taken, isWaiting: false };
    }
    const hash = this.#store.hashOf(type, size);
    const taken = await inflateLarge(this.#window, reading, (piece) => void hash.update(piece));
    const id = hash.digest('hex');
    this.#store.recordLarge(id, size);
    this.#index.add(offset, { id, type });
    return { taken, isWaiting: false };
  }

  async #takeDelta(
    offset: number,
    { size, base, length }: PackEntry,
  ): Promise<{ taken: number; isWaiting: boolean }> {
    const position = offset + length;
    const skip = async () => {
      this.#left.add(offset);
      const { signal } = this.#limits;
      return inflateLarge(this.#window, { position, size, signal }, () => undefined);
    };
    if (size > DELTA_BYTES_MAX) return { taken: await skip(), isWaiting: false };
    const { bytes: delta, taken } = await this.#inflated(position, size);
    const baseOffset = typeof base === 'number' ? offset - base : undefined;
    const isLeft = baseOffset !== undefined && this.#left.has(baseOffset);
    const known =
      baseOffset === undefined
        ? this.#index.withId(String(base))
        : this.#index.atOffset(baseOffset);
    if (known === undefined && !isLeft) return { taken, isWaiting: true };
    const { resultSize } = readDelta(delta);
    const isMade =
      known !== undefined &&
      this.#isKept(known.type, resultSize) &&
      (await this.#make(offset, known, delta));
    if (!isMade) this.#left.add(offset);
    return { taken, isWaiting: false };
  }

  async #inflated(position: number, size: number): Promise<{ bytes: Buffer; taken: number }> {
    if (size <= IN_MEMORY_MAX) return inflateSmall(this.#window, position, size);
    const pieces: Uint8Array[] = [];
    const { signal } = this.#limits;
    const taken = await inflateLarge(this.#window, { position, size, signal }, (piece) => {
      pieces.push(piece);
    });
    return { bytes: Buffer.concat(pieces), taken };
  }

  /** Whether it could be made: not of an object that is too large to be there. */
  async #make(offset: number, base: Unpacked, delta: Buffer): Promise<boolean> {
    const { baseSize, resultSize } = readDelta(delta);
    this.#count(resultSize);
    if ((await this.#store.sizeOf(base.id)) !== baseSize) throw new SourceError('invalid_response');
    if ((await this.#store.largeSizeOf(base.id)) !== undefined) return false;
    const { type } = base;
    if (resultSize <= IN_MEMORY_MAX && baseSize <= IN_MEMORY_MAX) {
      const bytes = await this.#store.read(base.id);
      if (bytes === undefined) return false;
      const pieces = applyDelta(delta, (from, length) => bytes.subarray(from, from + length));
      const id = this.#store.write(type, Buffer.concat([...pieces]));
      this.#index.add(offset, { id, type });
      return true;
    }
    const file = openSync(this.#store.pathOf(base.id), 'r');
    const object = this.#store.begin(type, resultSize);
    try {
      const slice = (from: number, length: number) => {
        const bytes = Buffer.allocUnsafe(length);
        return bytes.subarray(0, readSync(file, bytes, 0, length, from));
      };
      for (const piece of applyDelta(delta, slice)) object.write(piece);
    } catch (error) {
      await object.cancel();
      throw error;
    } finally {
      closeSync(file);
    }
    this.#index.add(offset, { id: object.end(), type });
    return true;
  }

  /** @throws {SourceError} `too_large` for a folder of more entries than any has. */
  #isKept(type: ObjectType, size: number): boolean {
    if (type === 'blob') return size <= this.#limits.objectBytesMax;
    if (size > STRUCTURE_BYTES_MAX) throw new SourceError('too_large');
    return true;
  }
}
