import { createHash } from 'node:crypto';

const KEY_MAX = 1500;

/** Names a file by its path, or by a hash of one that is too long. */
export const keyOf = (path: string): string =>
  path.length <= KEY_MAX
    ? path
    : `${path.slice(0, KEY_MAX / 2)}#${createHash('sha256').update(path).digest('hex')}`;
