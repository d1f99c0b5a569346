/** Where a person chose files: in an input, in the browser's picker of folders, or by a drop. */
export type FileSource = { id: number } & (
  | { files: readonly File[] }
  | { folder: FileSystemDirectoryHandle }
  | { entries: readonly FileSystemEntry[] }
);

let lastId = 0;

export const sourceOfFiles = (files: Iterable<File>): FileSource => ({
  id: (lastId += 1),
  files: [...files],
});

export const sourceOfFolder = (folder: FileSystemDirectoryHandle): FileSource => ({
  id: (lastId += 1),
  folder,
});

/** Takes what was dropped, which is gone after the event. A program may offer files that no disk has. */
export function sourceOfDrop({ items, files }: DataTransfer): FileSource {
  const entries = Array.from(items).flatMap((item) => item.webkitGetAsEntry() ?? []);
  return entries.length === 0 ? sourceOfFiles(files) : { id: (lastId += 1), entries };
}
