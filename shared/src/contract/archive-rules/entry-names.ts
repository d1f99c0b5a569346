import { showsNothing, withoutControls } from '../names.ts';

/** Bytes of the longest path; longer ones would not fit the database's indexes. */
const PATH_BYTES_MAX = 1024;
const NAME_SHOWN_MAX = 80;

/** Files that operating systems leave in folders. */
const JUNK = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

const UNIX_TYPE_MASK = 0o170000;
const UNIX_REGULAR = 0o100000;
const UNIX_DIRECTORY = 0o040000;
const UNIX_LINK = 0o120000;

const encoder = new TextEncoder();

/** The path of a document, or what is wrong with the name of its entry. */
export type EntryPath = { path: string } | { fault: string };

/**
 * Returns the path of a document for the name of a zip entry: composed Unicode, without control
 * characters, without empty and `.` parts, empty for the archive's root. A name that points out of the
 * archive, means different things on different systems, or shows nothing, is a fault.
 */
export function entryPath(name: string): EntryPath {
  if (name.includes('\u0000')) return { fault: 'has a name with a NUL character in it' };
  const kept = withoutControls(name);
  if (kept.includes('\\')) return { fault: 'has a name with a backslash in it' };
  if (kept.startsWith('/')) return { fault: 'has an absolute path' };
  if (/^[a-z]:/i.test(kept)) return { fault: 'has a path with a drive letter' };
  const parts = kept.normalize('NFC').toWellFormed().split('/');
  if (parts.includes('..')) return { fault: 'points outside the archive' };
  const shown = parts.filter((part) => part !== '' && part !== '.');
  if (shown.some(showsNothing)) return { fault: 'has a name that shows nothing' };
  const path = shown.join('/');
  // A UTF-16 unit is at most three bytes of UTF-8: most paths need no encoding to be measured.
  const isLong = path.length * 3 > PATH_BYTES_MAX && encoder.encode(path).length > PATH_BYTES_MAX;
  return isLong ? { fault: `has a path longer than ${PATH_BYTES_MAX} bytes` } : { path };
}

/** Whether a path is what an operating system left behind, which is not ingested. */
export const isJunk = (path: string): boolean => JUNK.test(path);

/** Returns what names an entry in a refusal, shortened and without control characters. */
export function describeEntry(name: string): string {
  const shown = name.replace(/\p{C}/gu, '\ufffd');
  return `the entry "${shown.length > NAME_SHOWN_MAX ? `${shown.slice(0, NAME_SHOWN_MAX)}…` : shown}"`;
}

/** Whether a Unix mode is that of a folder. */
export const isUnixFolder = (mode: number): boolean => (mode & UNIX_TYPE_MASK) === UNIX_DIRECTORY;

/**
 * Returns the refusal of an entry that is neither a file nor a folder by its Unix mode: unpacked on a
 * disk, a link or a device would reach out of the archive.
 */
export function specialFileFault(mode: number): string | undefined {
  const type = mode & UNIX_TYPE_MASK;
  if (type === 0 || type === UNIX_REGULAR || type === UNIX_DIRECTORY) return undefined;
  const what = type === UNIX_LINK ? 'a symbolic link' : 'a device or another special file';
  return `is ${what}. Replace it by the file itself`;
}
