import { UNREADABLE } from '@carrel/shared/packing';
import type { Found } from '@carrel/shared/packing';

import type { FileSource } from './file-source.ts';

/** A file that a person chose, with its path from the chosen folder's parent on. */
export type FoundFile = Found<File>;

const UNREADABLE_FOLDER = 'This folder could not be read on your computer.';

/** Returns the files of a source. */
export function readSource(source: FileSource): Promise<FoundFile[]> {
  if ('entries' in source) return filesOfEntries(source.entries);
  if ('folder' in source) return filesOfDirectory(source.folder);
  return Promise.resolve(
    source.files.map((file) => ({
      // Empty for a file that was chosen alone, and missing in some browsers.
      path: file.webkitRelativePath || file.name,
      file,
    })),
  );
}

async function filesOfEntries(entries: readonly FileSystemEntry[]): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  const waiting = [...entries];
  // It grows on the way.
  for (const entry of waiting) {
    const path = entry.fullPath.replace(/^\//, '');
    if (isDirectory(entry)) {
      try {
        waiting.push(...(await childrenOf(entry)));
      } catch {
        found.push({ path, fault: UNREADABLE_FOLDER });
      }
      continue;
    }
    try {
      found.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
    } catch {
      found.push({ path, fault: UNREADABLE });
    }
  }
  return found;
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry =>
  entry.isDirectory;

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });

/** A browser returns the entries of a large folder in several parts; an empty one is the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (part.length === 0) return children;
    children.push(...part);
  }
}

async function filesOfDirectory(folder: FileSystemDirectoryHandle): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  const waiting = [{ path: folder.name, handle: folder }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    try {
      for await (const child of next.handle.values()) {
        const path = `${next.path}/${child.name}`;
        if (child.kind === 'directory') {
          waiting.push({ path, handle: child });
          continue;
        }
        const file = child.getFile();
        found.push(
          await file
            .then((read) => ({ path, file: read }))
            .catch(() => ({ path, fault: UNREADABLE })),
        );
      }
    } catch {
      found.push({ path: next.path, fault: UNREADABLE_FOLDER });
    }
  }
  return found;
}
