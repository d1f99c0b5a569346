import { foldText } from '@carrel/shared/contract';

/** Characters of a sort name; longer names that begin alike keep no order. */
const SORT_LENGTH_MAX = 255;

/** The path of the folder around a document or folder, and its own name. */
export interface PathParts {
  folder: string;
  name: string;
  sortName: string;
}

export function splitPath(path: string): PathParts {
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  return { folder: path.slice(0, Math.max(0, slash)), name, sortName: sortNameOf(name) };
}

/** The paths of all folders around a path, outermost first. */
export function foldersAround(path: string): string[] {
  const folders: string[] = [];
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    folders.push(path.slice(0, slash));
  }
  return folders;
}

/** The name without case and accents, as users search for it. */
function sortNameOf(name: string): string {
  return foldText(name).slice(0, SORT_LENGTH_MAX).toWellFormed();
}
