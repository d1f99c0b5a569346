import { malformed } from '../http/problems.ts';

/** A cursor of a list in the order of its paths, after this one. */
export function writePathCursor(path: string): string {
  return Buffer.from(path).toString('base64url');
}

/** Answers 400 for what cannot be a path; an absent cursor stands before all of them. */
export function readPathCursor(cursor: string | undefined): string {
  const path = Buffer.from(cursor ?? '', 'base64url').toString('utf8');
  if (path.includes('\u0000') || path.includes('\ufffd')) {
    throw malformed('The cursor is not one that this server gave.');
  }
  return path;
}
