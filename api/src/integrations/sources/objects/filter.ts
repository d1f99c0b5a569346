import { matchesOneOf } from './glob.ts';

export interface ObjectFilter {
  include: readonly string[];
  exclude: readonly string[];
  /** Bytes. */
  sizeMax: number | null;
}

/** Whether a path, or all that is below a folder's, is left out by its name. */
export const isExcluded = ({ include, exclude }: ObjectFilter, path: string): boolean =>
  matchesOneOf(exclude, path) || (include.length > 0 && !matchesOneOf(include, path));

/** Whether an object is left out. */
export const isLeftOut = (
  filter: ObjectFilter,
  { path, size }: { path: string; size?: number | undefined },
): boolean =>
  isExcluded(filter, path) ||
  (filter.sizeMax !== null && size !== undefined && size > filter.sizeMax);
