import { createHash } from 'node:crypto';

import { writablePath } from '../../../content/archives/writes/writable-path.ts';

/** Returns the path of an object's document below the folder of its source, or why there can be none. */
export function objectPath(folder: string, listed: string): { path: string } | { fault: string } {
  return writablePath(folder === '' ? listed : `${folder}/${listed}`);
}

/** Returns another path for an object whose name another one has: the name with six digits that follow from its key. */
export function distinctPath(path: string, key: string): string {
  const mark = createHash('sha256').update(key).digest('hex').slice(0, 6);
  const dot = path.lastIndexOf('.');
  const end = dot > path.lastIndexOf('/') + 1 ? dot : path.length;
  return `${path.slice(0, end)} (${mark})${path.slice(end)}`;
}

/** Text as the database can store it. */
export const storableText = (text: string): string =>
  text.toWellFormed().replaceAll('\u0000', '\ufffd');
