import { firstControl, showsNothing, withoutControls } from '../names.ts';

/** Compression methods of a zip; files packed with any other are refused. */
export const ZIP_STORED = 0;
export const ZIP_DEFLATED = 8;
export const ZIP_DEFLATE64 = 9;

/** Bytes of the largest directory of a zip that is read, which happens in one piece. */
export const ZIP_DIRECTORY_BYTES_MAX = 128 * 1024 * 1024;

/** Why a whole archive is refused: the reasons that both the server and the upload's plan find. */
export const REFUSAL_REASONS = {
  overlap: 'its entries overlap each other',
} as const;

/** Returns the sentence of a refusal; `reason` has no full stop. */
export const refusalSentence = (reason: string): string => `The archive was refused: ${reason}.`;

/** Returns the sentence for an archive above the limit of an upload, in bytes. */
export const tooLargeSentence = (maxBytes: number): string =>
  `The archive is larger than ${sizeText(maxBytes)}, the most that is taken.`;

/** Returns the sentence for an archive of more entries than the limit. */
export const tooManyEntriesSentence = (maxEntries: number): string =>
  `The archive holds more than ${maxEntries.toLocaleString('en-US')} entries. Split it and upload the parts.`;

/** Returns the sentence for an archive whose files together exceed the limit, in bytes. */
export const unpacksTooLargeSentence = (maxBytes: number): string =>
  `The archive would unpack to more than ${roundSizeText(maxBytes)}. Split it and upload the parts.`;

/** Bytes from which on an entry that Deflate64 has packed is refused. */
const DEFLATE64_BYTES_MAX = 0xffffffff;

/** What of an entry decides whether it can be read. */
interface Packing {
  encrypted: boolean;
  method: number;
  size: number;
  compressedSize: number;
}

/** Returns why a file of an archive cannot be read, as a sentence; undefined for one that can. */
export function unreadableReason({ encrypted, method, ...sizes }: Packing): string | undefined {
  if (encrypted) {
    return 'This file is protected with a password inside the archive. Pack it without a password and upload it again.';
  }
  const isSmall = Math.max(sizes.size, sizes.compressedSize) < DEFLATE64_BYTES_MAX;
  if (method === ZIP_STORED || method === ZIP_DEFLATED) return undefined;
  if (method === ZIP_DEFLATE64 && isSmall) return undefined;
  return `This file is packed with a method that is not read (number ${method}). Pack the archive with ordinary zip compression and upload it again.`;
}

/** Bytes of the longest path; longer ones would not fit the database's indexes. */
const PATH_BYTES_MAX = 1024;
const NAME_SHOWN_MAX = 80;

/** Files that operating systems leave in folders. */
const JUNK = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|Icon\r$)/i;

const UNIX_TYPE_MASK = 0o170000;
const UNIX_REGULAR = 0o100000;
const UNIX_DIRECTORY = 0o040000;
const UNIX_LINK = 0o120000;

const encoder = new TextEncoder();

/** The path of a document, or what is wrong with the name of its entry. */
export type EntryPath =
  | { path: string }
  | {
      fault: string;
      /** Whether it points out of the archive, which is refused as a whole then. */
      escapes?: true;
    };

/**
 * Returns the path of a document for the name of a zip entry: composed Unicode, without control
 * characters, without empty and `.` parts, empty for the archive's root. Backslashes separate folders, as
 * programs of Windows write them. A name that points out of the archive, or shows nothing, is a fault.
 */
export function entryPath(name: string): EntryPath {
  const isBad = name.includes('\u0000');
  const kept = withoutControls(name);
  if (/^[/\\]/.test(kept)) return { fault: 'has an absolute path', escapes: true };
  if (/^[a-z]:/i.test(kept)) return { fault: 'has a path with a drive letter', escapes: true };
  const parts = kept.normalize('NFC').toWellFormed().split(/[/\\]/);
  if (parts.includes('..')) return { fault: 'points outside the archive', escapes: true };
  if (isBad) return { fault: 'has a name with a NUL character in it' };
  const shown = parts.filter((part) => part !== '' && part !== '.');
  if (shown.some(showsNothing)) return { fault: 'has a name that shows nothing' };
  const path = shown.join('/');
  // A UTF-16 unit is at most three bytes of UTF-8: most paths need no encoding to be measured.
  const isLong = path.length * 3 > PATH_BYTES_MAX && encoder.encode(path).length > PATH_BYTES_MAX;
  return isLong ? { fault: `has a path longer than ${PATH_BYTES_MAX} bytes` } : { path };
}

/**
 * The same for a path that a program names, where a control character is a fault: without it, the document would have
 * another path than the one that was asked for.
 */
export function namedPath(path: string): EntryPath {
  if (path.includes('\\')) return { fault: 'has a name with a backslash in it' };
  const control = firstControl(path);
  return control === undefined
    ? entryPath(path)
    : { fault: `has the control character ${control} in it` };
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

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** Returns a size in bytes with base 1024 and at most one decimal: `1.5 GB`. */
export function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  for (; size >= 1024 && unit < UNITS.length - 1; unit += 1) size /= 1024;
  return `${Number(size.toFixed(1))} ${UNITS[unit]}`;
}

/** Returns a size in bytes in whole GB, or in whole MB where it is less than one GB. */
export function roundSizeText(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  return gigabytes >= 1 ? `${Math.round(gigabytes)} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;
}
