import { shownName } from '@carrel/shared/contract';

/** Returns the folder of a path in words. */
export function folderName(path: string): string {
  const end = path.lastIndexOf('/');
  return end === -1 ? 'Top folder' : shownName(path.slice(0, end));
}
