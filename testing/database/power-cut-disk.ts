import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, relative } from 'node:path';

/**
 * A disk that keeps only what was flushed: the bytes of a file as of its last fsync, and its name as
 * of the last fsync of it or of its folder. Import it before the code that writes.
 */
export interface FlushedDisk {
  /** Called before each write; a cut inside it loses that write. */
  beforeWrite: () => void;
  /** Writes what a power cut would leave now to the folder `target`. */
  cut(target: string): void;
}

interface Content {
  flushed: Buffer;
  /** Byte ranges written since. */
  dirty: { start: number; end: number }[];
}

/** Tracks all files below `root`. Their current state counts as flushed. */
export function watchFlushes(root: string): FlushedDisk {
  const { openSync, closeSync, writeSync, fsyncSync, readFileSync, fstatSync, statSync } = fs;
  const { readSync, readdirSync, existsSync } = fs;
  const contents = new Map<number, Content>();
  const names = new Map<string, number>();
  const folders = new Set<string>();
  const paths = new Map<number, string>();
  const disk: FlushedDisk = { beforeWrite: () => undefined, cut };

  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) folders.add(path);
    else {
      names.set(path, statSync(path).ino);
      contents.set(statSync(path).ino, { flushed: readFileSync(path), dirty: [] });
    }
  }

  const contentOf = (inode: number): Content => {
    const content = contents.get(inode) ?? { flushed: Buffer.alloc(0), dirty: [] };
    contents.set(inode, content);
    return content;
  };

  function flushFile(descriptor: number, path: string): void {
    const { ino, size } = fstatSync(descriptor);
    const content = contentOf(ino);
    const bytes = Buffer.alloc(size);
    content.flushed.copy(bytes);
    const reading = openSync(path, 'r');
    for (const { start, end } of content.dirty) {
      readSync(reading, bytes, start, Math.max(0, Math.min(end, size) - start), start);
    }
    closeSync(reading);
    contents.set(ino, { flushed: bytes, dirty: [] });
    names.set(path, ino);
    for (let above = dirname(path); above.startsWith(root); above = dirname(above)) {
      folders.add(above);
    }
  }

  function flushFolder(path: string): void {
    for (const name of names.keys()) {
      if (dirname(name) === path && !existsSync(name)) names.delete(name);
    }
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const child = join(path, entry.name);
      if (entry.isDirectory()) folders.add(child);
      else names.set(child, statSync(child).ino);
    }
  }

  function cut(target: string): void {
    for (const folder of folders) {
      fs.mkdirSync(join(target, relative(root, folder)), { recursive: true });
    }
    for (const [path, inode] of names) {
      const place = join(target, relative(root, path));
      fs.mkdirSync(dirname(place), { recursive: true });
      const file = openSync(place, 'w');
      writeSync(file, contentOf(inode).flushed);
      closeSync(file);
    }
  }

  fs.openSync = (path, ...options) => {
    const descriptor = openSync(path, ...options);
    if (String(path).startsWith(root)) paths.set(descriptor, String(path));
    return descriptor;
  };
  fs.closeSync = (descriptor) => {
    paths.delete(descriptor);
    closeSync(descriptor);
  };
  const write = (descriptor: number, bytes: Uint8Array, ...place: number[]): number => {
    const [offset = 0, length = bytes.byteLength, position] = place;
    if (paths.has(descriptor)) disk.beforeWrite();
    const written = writeSync(descriptor, bytes, offset, length, position);
    if (paths.has(descriptor)) {
      if (position === undefined) throw new Error('Writes without a position are not supported');
      contentOf(fstatSync(descriptor).ino).dirty.push({ start: position, end: position + written });
    }
    return written;
  };
  fs.writeSync = write as typeof fs.writeSync;
  fs.fsyncSync = (descriptor) => {
    fsyncSync(descriptor);
    const path = paths.get(descriptor);
    if (path === undefined) return;
    if (fstatSync(descriptor).isDirectory()) flushFolder(path);
    else flushFile(descriptor, path);
  };
  syncBuiltinESMExports();
  return disk;
}
