import { SourceError } from '../../../source-error.ts';
import { parseTree, type TreeEntry } from './parse-tree.ts';

export interface WalkedFile {
  /** Below the folder that the walk began in. */
  path: string;
  id: string;
}

/** Where a walk goes on: a position in each folder, from the outermost, and how many folders it has read. */
export interface WalkPosition {
  at: number[];
  folders: number;
}

interface Frame {
  prefix: string;
  entries: TreeEntry[];
  next: number;
}

const DEPTH_MAX = 256;

type ReadTree = (id: string) => Promise<Buffer>;

/** Walks the files below a folder, in order, with one folder of each depth in memory. */
export class TreeWalk {
  readonly #readTree: ReadTree;
  readonly #idBytes: number;
  #frames: Frame[] = [];
  readonly #foldersMax: number;
  #folders = 0;

  private constructor(readTree: ReadTree, idBytes: number, foldersMax: number) {
    this.#readTree = readTree;
    this.#idBytes = idBytes;
    this.#foldersMax = foldersMax;
  }

  static async open(
    readTree: ReadTree,
    idBytes: number,
    {
      root,
      position,
      foldersMax,
    }: { root: string; position: WalkPosition | undefined; foldersMax: number },
  ): Promise<TreeWalk> {
    const walk = new TreeWalk(readTree, idBytes, foldersMax);
    await walk.#enter(root, '');
    for (const [depth, next] of (position?.at ?? [0]).entries()) {
      const frame = walk.#frames[depth];
      if (frame === undefined) throw new SourceError('invalid_response');
      frame.next = next;
      if (depth === (position?.at.length ?? 1) - 1) break;
      const folder = frame.entries[next - 1];
      if (folder?.isFolder !== true) throw new SourceError('invalid_response');
      await walk.#enter(folder.id, `${frame.prefix}${folder.name}/`);
    }
    walk.#folders = position?.folders ?? walk.#folders;
    return walk;
  }

  get position(): WalkPosition {
    return { at: this.#frames.map(({ next }) => next), folders: this.#folders };
  }

  /** Up to `most` files; fewer at the end. */
  async take(most: number): Promise<WalkedFile[]> {
    const files: WalkedFile[] = [];
    while (files.length < most) {
      const frame = this.#frames.at(-1);
      if (frame === undefined) break;
      const entry = frame.entries[frame.next];
      frame.next += 1;
      if (entry === undefined) this.#frames.pop();
      else if (entry.isFolder) await this.#enter(entry.id, `${frame.prefix}${entry.name}/`);
      else files.push({ path: `${frame.prefix}${entry.name}`, id: entry.id });
    }
    return files;
  }

  get isAtEnd(): boolean {
    return this.#frames.length === 0;
  }

  async #enter(id: string, prefix: string): Promise<void> {
    this.#folders += 1;
    if (this.#folders > this.#foldersMax) throw new SourceError('too_many_objects');
    if (this.#frames.length === DEPTH_MAX)
      throw new SourceError('invalid_response', {
        message: `The repository has folders of more than ${DEPTH_MAX} levels.`,
      });
    const entries = parseTree(await this.#readTree(id), this.#idBytes);
    this.#frames.push({ prefix, entries, next: 0 });
  }
}

/** The id of a folder below another one; undefined where there is none. */
export async function findFolder(
  readTree: ReadTree,
  idBytes: number,
  { root, folder }: { root: string; folder: string },
): Promise<string | undefined> {
  let id = root;
  for (const name of folder.split('/').filter((part) => part !== '' && part !== '.')) {
    const entries = parseTree(await readTree(id), idBytes);
    const found = entries.find((entry) => entry.isFolder && entry.name === name);
    if (found === undefined) return undefined;
    id = found.id;
  }
  return id;
}
