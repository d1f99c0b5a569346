import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

export type GitType = 'commit' | 'tree' | 'blob' | 'tag';

export interface GitObject {
  type: GitType;
  bytes: Buffer;
}

const CODES: Record<GitType, number> = { commit: 1, tree: 2, blob: 3, tag: 4 };
export const MODES = { file: '100644', folder: '40000', link: '120000', submodule: '160000' };

export const gitId = ({ type, bytes }: GitObject) =>
  createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');

export const blob = (content: string | Buffer): GitObject => ({
  type: 'blob',
  bytes: Buffer.from(content as string),
});

/** A folder of entries as they are given, also of such as Git would not write. */
export const tree = (
  entries: readonly { mode: string; name: string | Buffer; id: string }[],
): GitObject => ({
  type: 'tree',
  bytes: Buffer.concat(
    entries.flatMap(({ mode, name, id }) => [
      Buffer.from(`${mode} `),
      Buffer.from(name as string),
      Buffer.from([0]),
      Buffer.from(id, 'hex'),
    ]),
  ),
});

export const commit = (treeId: string, message = 'Change the pages'): GitObject => ({
  type: 'commit',
  bytes: Buffer.from(
    `tree ${treeId}\nauthor A <a@example.com> 1700000000 +0000\ncommitter A <a@example.com> 1700000000 +0000\n\n${message}\n`,
  ),
});

export type Entry = string | Buffer | { link: string } | { submodule: string };

/** Git sorts folders as if their names ended with a slash. */
const order = ({ mode, name }: { mode: string; name: string }) =>
  Buffer.from(mode === MODES.folder ? `${name}/` : name);

/** The objects of a folder with files by their paths; the last one is the folder. */
export function objectsOf(files: Readonly<Record<string, Entry>>): GitObject[] {
  const objects: GitObject[] = [];
  const folders = new Map<string, Record<string, Entry>>();
  const entries: { mode: string; name: string; id: string }[] = [];
  for (const [path, entry] of Object.entries(files)) {
    const [name = '', ...rest] = path.split('/');
    if (rest.length > 0) {
      folders.set(name, { ...folders.get(name), [rest.join('/')]: entry });
      continue;
    }
    if (typeof entry === 'object' && 'submodule' in entry) {
      entries.push({ mode: MODES.submodule, name, id: entry.submodule });
      continue;
    }
    const isLink = typeof entry === 'object' && 'link' in entry;
    const object = blob(isLink ? entry.link : entry);
    objects.push(object);
    entries.push({ mode: isLink ? MODES.link : MODES.file, name, id: gitId(object) });
  }
  for (const [name, below] of folders) {
    const inside = objectsOf(below);
    objects.push(...inside);
    const last = inside.at(-1);
    if (last !== undefined) entries.push({ mode: MODES.folder, name, id: gitId(last) });
  }
  entries.sort((one, other) => Buffer.compare(order(one), order(other)));
  return [...objects, tree(entries)];
}

function entryHead(code: number, size: number): Buffer {
  const bytes = [];
  let rest = Math.floor(size / 16);
  let byte = (code << 4) | (size & 15);
  while (rest > 0) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, byte]);
}

function distanceBytes(distance: number): Buffer {
  const bytes = [distance & 0x7f];
  let rest = Math.floor(distance / 128);
  while (rest > 0) {
    rest -= 1;
    bytes.unshift(0x80 | (rest & 0x7f));
    rest = Math.floor(rest / 128);
  }
  return Buffer.from(bytes);
}

/** Writes a pack, object by object. */
export class PackWriter {
  readonly #pieces: Buffer[] = [];
  #size = 12;

  /** Returns where it begins. */
  whole({ type, bytes }: GitObject, size = bytes.length): number {
    return this.#push(Buffer.concat([entryHead(CODES[type], size), deflateSync(bytes)]));
  }

  /** What differs from the object that begins at `base`, or has that id. */
  delta(base: number | string, delta: Buffer): number {
    const reference =
      typeof base === 'string' ? Buffer.from(base, 'hex') : distanceBytes(this.#size - base);
    const head = entryHead(typeof base === 'string' ? 7 : 6, delta.length);
    return this.#push(Buffer.concat([head, reference, deflateSync(delta)]));
  }

  finish(count = this.#pieces.length): Buffer {
    const head = Buffer.alloc(12);
    head.write('PACK');
    head.writeUInt32BE(2, 4);
    head.writeUInt32BE(count, 8);
    const body = Buffer.concat([head, ...this.#pieces]);
    return Buffer.concat([body, createHash('sha1').update(body).digest()]);
  }

  #push(bytes: Buffer): number {
    const at = this.#size;
    this.#pieces.push(bytes);
    this.#size += bytes.length;
    return at;
  }
}

function sizeBytes(size: number): Buffer {
  const bytes = [];
  let rest = size;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, rest]);
}

type Instruction = string | { offset: number; size: number };

/** An object made of parts of another one and of new texts. */
export function deltaOf(
  baseSize: number,
  resultSize: number,
  instructions: readonly Instruction[],
): Buffer {
  return Buffer.concat([
    sizeBytes(baseSize),
    sizeBytes(resultSize),
    ...instructions.map((instruction) => {
      if (typeof instruction === 'string') {
        const text = Buffer.from(instruction);
        return Buffer.concat([Buffer.from([text.length]), text]);
      }
      const bytes = Buffer.alloc(8);
      bytes[0] = 0xff;
      bytes.writeUInt32LE(instruction.offset, 1);
      bytes.writeUIntLE(instruction.size, 5, 3);
      return bytes;
    }),
  ]);
}
