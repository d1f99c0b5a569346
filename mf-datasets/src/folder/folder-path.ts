/** A folder on the way to another. */
export interface FolderStep {
  name: string;
  path: string;
}

/** The folders from the top of a dataset to this one, itself included; none for the root. */
export function stepsTo(path: string): FolderStep[] {
  const names = path.split('/').filter((name) => name !== '');
  return names.map((name, index) => ({ name, path: names.slice(0, index + 1).join('/') }));
}

/** The folder that holds this one; the root is the empty path. */
export function folderAbove(path: string): string {
  return stepsTo(path).at(-2)?.path ?? '';
}
