import { createHash, randomUUID, type Hash } from 'node:crypto';
import { mkdirSync, openSync, writeSync, closeSync, renameSync, writeFileSync } from 'node:fs';
import { open, readFile, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

import type { ObjectType } from './pack-entry.ts';

type HashName = 'sha1' | 'sha256';

/** Objects of a repository as files of a folder that may be lost. What is there is whole. */
export class ObjectStore {
  readonly folder: string;
  readonly hash: HashName;
  readonly #made = new Set<string>();

  constructor(folder: string, hash: HashName) {
    this.folder = join(folder, hash);
    this.hash = hash;
    this.prepare();
  }

  /** Makes its folder, which may have been lost since it was made. */
  prepare(): void {
    this.#made.clear();
    mkdirSync(this.folder, { recursive: true });
  }

  get idBytes(): number {
    return this.hash === 'sha1' ? 20 : 32;
  }

  /** Names an object while its bytes come. */
  hashOf(type: ObjectType, size: number): Hash {
    return createHash(this.hash).update(`${type} ${size}\0`);
  }

  /** Writes a small object and returns its id. */
  write(type: ObjectType, bytes: Uint8Array): string {
    const id = this.hashOf(type, bytes.length).update(bytes).digest('hex');
    const temporary = this.#temporary();
    writeFileSync(temporary, bytes);
    this.#place(temporary, id);
    return id;
  }

  /** Begins an object whose bytes come in pieces. */
  begin(type: ObjectType, size: number) {
    const temporary = this.#temporary();
    const hash = this.hashOf(type, size);
    const file = openSync(temporary, 'wx');
    return {
      write: (piece: Uint8Array) => {
        hash.update(piece);
        for (let at = 0; at < piece.length;) at += writeSync(file, piece, at);
      },
      /** Returns the id. */
      end: (): string => {
        closeSync(file);
        const id = hash.digest('hex');
        this.#place(temporary, id);
        return id;
      },
      cancel: async () => {
        closeSync(file);
        await rm(temporary, { force: true });
      },
    };
  }

  /** Undefined where it is not there. */
  async open(id: string): Promise<FileHandle | undefined> {
    return orAbsent(open(this.pathOf(id), 'r'));
  }

  async read(id: string): Promise<Buffer | undefined> {
    return orAbsent(readFile(this.pathOf(id)));
  }

  /** Bytes of an object, or of one that is too large to be kept. */
  async sizeOf(id: string): Promise<number | undefined> {
    return (await orAbsent(stat(this.pathOf(id))))?.size ?? this.largeSizeOf(id);
  }

  async delete(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }

  /** Records an object that is larger than is read. */
  recordLarge(id: string, size: number): void {
    const temporary = this.#temporary();
    writeFileSync(temporary, String(size));
    this.#place(temporary, id, '.large');
  }

  async largeSizeOf(id: string): Promise<number | undefined> {
    const text = await orAbsent(readFile(`${this.pathOf(id)}.large`, 'utf8'));
    return text === undefined ? undefined : Number(text);
  }

  pathOf(id: string): string {
    return join(this.folder, id.slice(0, 2), id.slice(2));
  }

  #temporary(): string {
    return join(this.folder, `new-${randomUUID()}`);
  }

  #place(temporary: string, id: string, ending = ''): void {
    const folder = join(this.folder, id.slice(0, 2));
    if (!this.#made.has(folder)) mkdirSync(folder, { recursive: true });
    this.#made.add(folder);
    renameSync(temporary, `${this.pathOf(id)}${ending}`);
  }
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Undefined for a file that is not there. */
async function orAbsent<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
