/** Size of one file of copied bytes, unless a single document is larger: what one deletion copies again. */
const FILE_BYTES = 32 * 1024 * 1024;

/** Where bytes of a document or version are in a file. */
export interface Entry {
  /** Of the document. */
  id: string;
  /** Of a version of it; null for the document itself. */
  number: number | null;
  /** Null for documents that an early version read. */
  sha256: string | null;
  data_offset: number;
  compressed_size: number;
  method: number;
}

/** Several documents and versions with the same content are one entry of a file. */
export interface Copy {
  entries: Entry[];
  start: number;
  length: number;
  sha256: string | null;
  method: number;
}

/** Returns what the files hold into which entries of a file are copied, each content once. */
export function groupsOf(entries: readonly Entry[]): Copy[][] {
  const groups: Copy[][] = [];
  const copies = new Map<string, Copy>();
  let room = 0;
  for (const entry of entries) {
    const { data_offset: start, compressed_size: length, sha256, method } = entry;
    const content = sha256 ?? `at ${start}`;
    const known = copies.get(content);
    if (known !== undefined) {
      known.entries.push(entry);
      continue;
    }
    const copy = { entries: [entry], start, length, sha256, method };
    const group = groups.at(-1);
    if (group === undefined || length > room) {
      groups.push([copy]);
      room = FILE_BYTES;
    } else group.push(copy);
    room -= length;
    copies.set(content, copy);
  }
  return groups;
}
