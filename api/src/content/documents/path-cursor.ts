import { malformed } from '../../platform/http/problems.ts';

/** Returns the cursor after a path, for a list that is ordered by path. */
export function writePathCursor(path: string): string {
  return Buffer.from(path).toString('base64url');
}

/** Throws a 400 for what `writePathCursor` does not return. Without a cursor, the list begins at its first path. */
export function readPathCursor(cursor: string | undefined): string {
  const path = Buffer.from(cursor ?? '', 'base64url').toString('utf8');
  if (path.includes('\u0000') || writePathCursor(path) !== (cursor ?? '')) {
    throw malformed('The cursor is not one that this server gave.');
  }
  return path;
}
