import type { BigIntStats } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';

import { SourceError } from '../../source-error.ts';
import { requireSameRoot, type Root } from './allowed-root.ts';
import { diskPath, textOf, type BytePath } from './byte-path.ts';
import { failureOf, isGone } from './file-failures.ts';
import { linkedFile } from './found-file.ts';

/** Names of one folder at most, which are in memory while it is walked. */
const NAMES_MAX = 1_000_000;
/** Entries whose properties are asked for at once. */
const AT_ONCE = 16;

export interface FoundFile {
  path: BytePath;
  stats: BigIntStats;
}

interface Frame {
  folder: BytePath;
  /** In the order of their bytes. */
  names: string[];
  at: number;
  ahead: Map<string, Promise<BigIntStats | undefined>>;
}

interface WalkOptions {
  root: Root;
  /** The path as a person entered it. */
  shown: string;
  isLeftOut(path: string): boolean;
}

/**
 * Walks the folders below a root in the order of their names. Links to folders are not followed; what is neither a file
 * nor a folder is left out.
 */
export class FolderWalk {
  readonly #options: WalkOptions;
  readonly #frames: Frame[] = [];

  private constructor(options: WalkOptions) {
    this.#options = options;
  }

  /** Begins after an entry: what was added before it meanwhile is found by the next walk. @throws {SourceError} */
  static async after(options: WalkOptions, position: BytePath | undefined): Promise<FolderWalk> {
    const walk = new FolderWalk(options);
    const names = position?.split('/') ?? [];
    if (!(await walk.#enter(''))) throw new SourceError('not_found');
    if (walk.#frames[0]?.names.length === 0) throw emptyError(options.shown);
    for (const [depth, name] of names.entries()) {
      const frame = walk.#frames.at(-1);
      if (frame === undefined) break;
      const isThere = frame.names.includes(name);
      const next = frame.names.findIndex((each) => each > name);
      frame.at = next === -1 ? frame.names.length : next;
      if (depth === names.length - 1 || !isThere) break;
      const folder = pathIn(frame.folder, name);
      if ((await walk.#stats(folder))?.isDirectory() !== true || !(await walk.#enter(folder)))
        break;
    }
    return walk;
  }

  /** Where another walk goes on; undefined at the end. */
  get position(): BytePath | undefined {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return undefined;
    return pathIn(frame.folder, frame.names[frame.at - 1] ?? '');
  }

  /** Visits the next entry: a file, or null for one that is none; undefined at the end. @throws {SourceError} */
  async next(): Promise<FoundFile | null | undefined> {
    let frame = this.#frames.at(-1);
    while (frame !== undefined && frame.at >= frame.names.length) {
      this.#frames.pop();
      frame = this.#frames.at(-1);
    }
    if (frame === undefined) return undefined;
    const path = pathIn(frame.folder, frame.names[frame.at] ?? '');
    const stats = await this.#statsAhead(frame);
    frame.at += 1;
    if (stats?.isDirectory() === true) {
      if (!this.#options.isLeftOut(textOf(path))) await this.#enter(path);
      return null;
    }
    if (stats?.isFile() === true) return { path, stats };
    if (stats?.isSymbolicLink() !== true) return null;
    // Where it leads to what may not be read, reading it says so.
    const linked = await linkedFile(this.#options.root.real, path).catch(() => stats);
    return linked === undefined ? null : { path, stats: linked };
  }

  async #statsAhead(frame: Frame): Promise<BigIntStats | undefined> {
    if (frame.ahead.size === 0) {
      for (const name of frame.names.slice(frame.at, frame.at + AT_ONCE)) {
        const asked = this.#stats(pathIn(frame.folder, name));
        asked.catch(() => undefined);
        frame.ahead.set(name, asked);
      }
    }
    const name = frame.names[frame.at] ?? '';
    const asked = frame.ahead.get(name);
    frame.ahead.delete(name);
    return asked;
  }

  async #stats(path: BytePath): Promise<BigIntStats | undefined> {
    const { root } = this.#options;
    return lstat(diskPath(root.real, path), { bigint: true }).catch((error: unknown) => {
      if (isGone(error)) return undefined;
      throw this.#failure(error, path);
    });
  }

  /** Returns whether the folder is there. What cannot be read must not count as gone, and is an error. */
  async #enter(folder: BytePath): Promise<boolean> {
    const { root, shown } = this.#options;
    const path = diskPath(root.real, folder);
    try {
      const names = await readdir(path, { encoding: 'latin1' });
      // One that became a link in the meantime leads elsewhere.
      const real = await realpath(path, { encoding: 'buffer' });
      if (!real.equals(path)) throw Object.assign(new Error('moved'), { code: 'ENOENT' });
      if (names.length > NAMES_MAX) throw new SourceError('too_many_objects');
      names.sort();
      this.#frames.push({ folder, names, at: 0, ahead: new Map() });
      return true;
    } catch (error) {
      if (!isGone(error)) throw this.#failure(error, folder);
      await requireSameRoot(root, shown);
      return false;
    }
  }

  #failure(error: unknown, path: BytePath): SourceError {
    const { shown } = this.#options;
    const whole = path === '' ? shown : textOf(path);
    return failureOf(error, whole, new SourceError('not_found'));
  }
}

const pathIn = (folder: BytePath, name: string): BytePath =>
  folder === '' ? name : `${folder}/${name}`;

/** A share that is not mounted is an empty folder. */
const emptyError = (path: string): SourceError =>
  new SourceError('not_found', {
    message: `The folder "${path}" is empty. Where it is a share, check that it is mounted.`,
  });
