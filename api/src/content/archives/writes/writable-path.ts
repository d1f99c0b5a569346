import { isJunk, namedPath } from '@carrel/shared/contract/archive-rules';

/** What JSON Schema says of the path of a folder, or of none: it is not absolute, and has no control characters. */
export const FOLDER_PATTERN = String.raw`^(?:[^/\\\x00-\x1f\x7f-\x9f\u2028\u2029][^\\\x00-\x1f\x7f-\x9f\u2028\u2029]*)?$`;

/** The same for the path of a file. */
export const FILE_PATTERN = String.raw`^[^/\\\x00-\x1f\x7f-\x9f\u2028\u2029](?:[^\\\x00-\x1f\x7f-\x9f\u2028\u2029]*[^/\\\x00-\x1f\x7f-\x9f\u2028\u2029])?$`;

/** Returns the path of a document for what a request calls it, or why there can be none. */
export function writablePath(text: string): { path: string } | { fault: string } {
  const found = namedPath(text);
  if ('fault' in found) return { fault: `The path ${found.fault}.` };
  if (found.path === '' || text.endsWith('/')) return { fault: 'The path names no file.' };
  if (isJunk(found.path)) {
    return { fault: 'The path is that of a file that operating systems leave in folders.' };
  }
  return found;
}
