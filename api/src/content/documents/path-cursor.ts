import * as v from 'valibot';

import { malformed } from '../../platform/http/problems.ts';

/** Every cursor is base64url. */
export const CURSOR_PATTERN = '^[A-Za-z0-9_-]*$';

/** A cursor in a query, before it is read. */
export const pathCursorSchema = v.pipe(
  v.string(),
  v.metadata({ pattern: CURSOR_PATTERN }),
  v.maxLength(4000, 'The cursor is too long'),
);

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
