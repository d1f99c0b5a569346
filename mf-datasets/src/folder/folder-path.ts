import { shownName } from '@carrel/shared/contract';

/** A folder on the path to another. */
export interface FolderStep {
  name: string;
  path: string;
}

/** Returns the folders from the root of a dataset to this one, including it; none for the root. */
export function stepsTo(path: string): FolderStep[] {
  const names = path.split('/').filter((name) => name !== '');
  return names.map((name, index) => ({
    name: shownName(name),
    path: names.slice(0, index + 1).join('/'),
  }));
}

/** Returns the parent of a folder; the root is the empty path. */
export function folderAbove(path: string): string {
  return stepsTo(path).at(-2)?.path ?? '';
}
