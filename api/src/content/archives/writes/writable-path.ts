import { isJunk, namedPath } from '@carrel/shared/contract/archive-rules';

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
