import { matchesOneOf } from './glob.ts';

export interface ObjectFilter {
  include: readonly string[];
  exclude: readonly string[];
  /** Bytes. */
  sizeMax: number | null;
}

/** Whether all that is below a folder is left out. What is included is known of files only. */
export const isFolderExcluded = ({ exclude }: Pick<ObjectFilter, 'exclude'>, folder: string) =>
  exclude.length > 0 && withFolders(folder).some((path) => matchesOneOf(exclude, path));

/** Whether an object is left out. A pattern that matches a folder matches all that is in it. */
export const isLeftOut = (
  { include, exclude, sizeMax }: ObjectFilter,
  { path, size }: { path: string; size?: number | undefined },
): boolean =>
  isFolderExcluded({ exclude }, path) ||
  (include.length > 0 && !withFolders(path).some((one) => matchesOneOf(include, one))) ||
  (sizeMax !== null && size !== undefined && size > sizeMax);

/** A path, and the folders around it. */
function withFolders(path: string): string[] {
  const names = path.split('/');
  return names.map((_, at) => names.slice(0, at + 1).join('/'));
}
