import { decodeName, entryPath, isJunk } from './entry-name.ts';
import { findDirectory } from './find-directory.ts';
import { UnreadableZip } from './unreadable-zip.ts';

/** A file as the directory of its zip describes it. */
export interface ZipFile {
  path: string;
  size: number;
  crc32: number;
  /** Why the server will not read it, in a sentence. */
  fault?: string;
}

/** What is in a zip, as far as its directory tells. */
export interface ZipContents {
  files: readonly ZipFile[];
  /** Why the server will not take the zip at all, in a sentence. */
  refusal?: string;
}

const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const ZIP64_FIELD = 0x0001;
const IN_ZIP64_FIELD = 0xffffffff;
const UTF8_BIT = 0x0800;
const ENCRYPTED_BIT = 0x0001;
const READABLE_METHODS = new Set([0, 8]);
const MADE_ON_DOS = 0;
const DOS_FOLDER_BIT = 0x10;
const UNIX_TYPE_MASK = 0o170000;
const UNIX_FOLDER = 0o040000;
const UNIX_LINK = 0o120000;
const ORDINARY_TYPES = new Set([0, 0o100000, UNIX_FOLDER]);

/**
 * Reads the directory at the end of a zip, and none of its files: a few slices, whatever its size.
 * Folders and what operating systems leave behind are passed over, as the server does.
 * @throws {UnreadableZip} where there is no directory to be made out; what the browser says when the
 * file itself cannot be read.
 */
export async function readCentralDirectory(zip: Blob): Promise<ZipContents> {
  const { offset, length, count } = await findDirectory(zip);
  const bytes = new Uint8Array(await zip.slice(offset, offset + length).arrayBuffer());
  const view = new DataView(bytes.buffer);
  const files: ZipFile[] = [];
  const paths = new Set<string>();
  let refusal: string | undefined;
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const entry = readEntry(view, bytes, at);
    at = entry.end;
    const { refused, path } = entry;
    if (refused === undefined && paths.has(path))
      refusal ??= whole('two of its files have the same path. Pack it again');
    paths.add(path);
    if (refused !== undefined) refusal ??= whole(refused);
    else if (!entry.isFolder && !isJunk(path)) files.push(fileOf(entry));
  }
  return refusal === undefined ? { files } : { files, refusal };
}

const whole = (reason: string) => `The archive was refused: ${reason}.`;

interface Entry extends ZipFile {
  isFolder: boolean;
  /** What of it lets the server refuse the whole archive. */
  refused?: string;
  end: number;
}

function readEntry(view: DataView, bytes: Uint8Array, at: number): Entry {
  if (at + ENTRY_BYTES > view.byteLength || view.getUint32(at, true) !== ENTRY) {
    throw new UnreadableZip('An entry is not where it should be.');
  }
  const flags = view.getUint16(at + 8, true);
  const nameEnd = at + ENTRY_BYTES + view.getUint16(at + 28, true);
  const extraEnd = nameEnd + view.getUint16(at + 30, true);
  const end = extraEnd + view.getUint16(at + 32, true);
  if (end > view.byteLength) throw new UnreadableZip('The directory is cut off.');
  const name = decodeName(bytes.subarray(at + ENTRY_BYTES, nameEnd), (flags & UTF8_BIT) !== 0);
  const type = view.getUint16(at + 40, true) & UNIX_TYPE_MASK;
  const isDosFolder =
    view.getUint8(at + 5) === MADE_ON_DOS && (view.getUint8(at + 38) & DOS_FOLDER_BIT) !== 0;
  const isFolder = type === UNIX_FOLDER || isDosFolder || name.endsWith('/');
  const place = entryPath(name);
  const refused = refusalOf(name, place, type, isFolder);
  return {
    path: 'path' in place ? place.path : name,
    size: sizeOf(view, at, nameEnd, extraEnd),
    crc32: view.getUint32(at + 16, true),
    ...faultOf(flags, view.getUint16(at + 10, true)),
    ...(refused === undefined ? {} : { refused }),
    isFolder,
    end,
  };
}

function fileOf({ path, size, crc32, fault }: Entry): ZipFile {
  return fault === undefined ? { path, size, crc32 } : { path, size, crc32, fault };
}

function refusalOf(
  name: string,
  place: ReturnType<typeof entryPath>,
  type: number,
  isFolder: boolean,
): string | undefined {
  const shown = name.replace(/\p{C}/gu, '\ufffd');
  const entry = `the entry "${shown.length > 80 ? `${shown.slice(0, 80)}…` : shown}"`;
  if ('fault' in place) return `${entry} ${place.fault}`;
  if (!ORDINARY_TYPES.has(type)) {
    const what = type === UNIX_LINK ? 'a symbolic link' : 'a device or another special file';
    return `${entry} is ${what}. Replace it by the file itself`;
  }
  return place.path === '' && !isFolder ? 'one of its files has no name' : undefined;
}

function faultOf(flags: number, method: number): { fault?: string } {
  if ((flags & ENCRYPTED_BIT) !== 0) {
    return {
      fault:
        'This file is protected with a password inside the archive. Pack it without a password and upload it again.',
    };
  }
  if (READABLE_METHODS.has(method)) return {};
  return {
    fault: `This file is packed with a method that is not read (number ${method}). Pack the archive with ordinary zip compression and upload it again.`,
  };
}

/** Bytes of a file, which stand in an extra field when there are 4 GiB of them or more. */
function sizeOf(view: DataView, at: number, extraStart: number, extraEnd: number): number {
  const size = view.getUint32(at + 24, true);
  if (size !== IN_ZIP64_FIELD) return size;
  for (let field = extraStart; field + 4 <= extraEnd;) {
    const length = view.getUint16(field + 2, true);
    if (view.getUint16(field, true) === ZIP64_FIELD && length >= 8 && field + 12 <= extraEnd) {
      return Number(view.getBigUint64(field + 4, true));
    }
    field += 4 + length;
  }
  throw new UnreadableZip('The size of an entry is not told.');
}
