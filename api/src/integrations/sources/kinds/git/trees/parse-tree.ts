import { SourceError } from '../../../source-error.ts';

export interface TreeEntry {
  name: string;
  id: string;
  isFolder: boolean;
}

const FILE = 0o10_0000;
const FOLDER = 0o04_0000;
const KIND_OF_MODE = 0o17_0000;
/** Entries of one folder at most. */
const ENTRIES_MAX = 500_000;
const SPACE = 0x20;

/**
 * Files and folders of a folder. Symbolic links and submodules are left out, and names that Git does not allow: of its own
 * folder, with a slash, and a second one of the same name. @throws {SourceError} `invalid_response`
 */
export function parseTree(bytes: Buffer, idBytes: number): TreeEntry[] {
  const entries: TreeEntry[] = [];
  const names = new Set<string>();
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(SPACE, at);
    const end = bytes.indexOf(0, at);
    if (space <= at || end < space || end + 1 + idBytes > bytes.length)
      throw new SourceError('invalid_response');
    const mode = Number.parseInt(bytes.toString('latin1', at, space), 8) & KIND_OF_MODE;
    const name = nameOf(bytes.subarray(space + 1, end));
    const id = bytes.toString('hex', end + 1, end + 1 + idBytes);
    at = end + 1 + idBytes;
    const isRead = mode === FILE || mode === FOLDER;
    if (!isRead || name === '' || name.includes('/') || name.toLowerCase() === '.git') continue;
    if (names.has(name)) continue;
    if (entries.length === ENTRIES_MAX) throw new SourceError('too_many_objects');
    names.add(name);
    entries.push({ name, id, isFolder: mode === FOLDER });
  }
  return entries;
}

/** Names are bytes, mostly of UTF-8. */
function nameOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
