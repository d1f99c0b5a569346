import { isUtf8 } from 'node:buffer';

/**
 * A path below the root with a character for each byte: names need not be UTF-8, and are read exactly. Its order is that of
 * the bytes.
 */
export type BytePath = string;

const UNREADABLE = 'bytes:';

export const bytesOf = (path: BytePath): Buffer => Buffer.from(path, 'latin1');

/** The path as people read it. */
export const textOf = (path: BytePath): string => bytesOf(path).toString('utf8');

/** A key that gives back the path. */
export function keyOf(path: BytePath): string {
  const bytes = bytesOf(path);
  return isUtf8(bytes) ? `/${bytes.toString('utf8')}` : UNREADABLE + bytes.toString('base64url');
}

export function pathOfKey(key: string): BytePath {
  const bytes = key.startsWith(UNREADABLE)
    ? Buffer.from(key.slice(UNREADABLE.length), 'base64url')
    : Buffer.from(key.slice(1));
  return bytes.toString('latin1');
}

/** Where a path is on the disk. */
export const diskPath = (root: string, path: BytePath): Buffer =>
  path === '' ? Buffer.from(root) : Buffer.concat([Buffer.from(`${root}/`), bytesOf(path)]);
