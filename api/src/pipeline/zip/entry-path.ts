import { RefusedArchive } from './refused-archive.ts';

/** Bytes of the longest path; longer ones would not fit the database's indexes. */
const PATH_BYTES_MAX = 1024;

/** Files that operating systems leave in folders. */
const JUNK = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/**
 * Returns the document path for the name of a zip entry: composed Unicode, without empty and `.` parts.
 * Empty for the root of the archive.
 * @throws {RefusedArchive} for a name that points outside the archive or means different paths on
 * different systems.
 */
export function entryPath(name: string): string {
  if (name.includes('\u0000')) throw refused(name, 'has a name with a NUL character in it');
  if (name.includes('\\')) throw refused(name, 'has a name with a backslash in it');
  if (name.startsWith('/')) throw refused(name, 'has an absolute path');
  if (/^[a-z]:/i.test(name)) throw refused(name, 'has a path with a drive letter');
  const parts = name.normalize('NFC').toWellFormed().split('/');
  if (parts.includes('..')) throw refused(name, 'points outside the archive');
  const path = parts.filter((part) => part !== '' && part !== '.').join('/');
  if (Buffer.byteLength(path) > PATH_BYTES_MAX) {
    throw refused(name, `has a path longer than ${PATH_BYTES_MAX} bytes`);
  }
  return path;
}

export function isJunk(path: string): boolean {
  return JUNK.test(path);
}

function refused(name: string, what: string): RefusedArchive {
  const shown = name.replace(/\p{C}/gu, '\ufffd');
  const short = shown.length > 80 ? `${shown.slice(0, 80)}…` : shown;
  return new RefusedArchive(`The archive was refused: the entry "${short}" ${what}.`);
}
