import type { Queryable } from '../../../platform/database/database.ts';
import { foldersAround } from '../../rows/document-path.ts';

/** Something that is to be at a path. */
interface Wanted {
  key: string;
  to: string;
}

interface Place {
  organizationId: string;
  datasetId: string;
}

/** Numbers that are tried for a name. */
const NUMBERS_MAX = 1000;
const AT_ONCE = 20;

/** Returns those of some paths that documents have, hidden ones included. */
export async function takenPaths(
  tx: Queryable,
  { datasetId }: Place,
  paths: readonly string[],
): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const rows = await tx.query<{ path: string }>(
    'SELECT path FROM taken_paths($1, $2::text[]) WHERE is_reachable($1)',
    [datasetId, [...new Set(paths)]],
  );
  return new Set(rows.map(({ path }) => path));
}

/** Returns those of some paths that folders have. */
export async function folderPaths(
  tx: Queryable,
  { organizationId, datasetId }: Place,
  paths: readonly string[],
): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const rows = await tx.query<{ path: string }>(
    `SELECT path FROM folders WHERE organization_id = $1 AND dataset_id = $2 AND path = ANY ($3::text[])
       AND (unmade_by IS NULL OR document_count > 0)`,
    [organizationId, datasetId, [...new Set(paths)]],
  );
  return new Set(rows.map(({ path }) => path));
}

/** Returns the same name with a number before its ending. */
export function numberedPath(path: string, number: number): string {
  const slash = path.lastIndexOf('/') + 1;
  const dot = path.lastIndexOf('.');
  const at = dot > slash ? dot : path.length;
  return `${path.slice(0, at)} (${number})${path.slice(at)}`;
}

/** Returns a name with a number that neither the dataset nor `claimed` has; undefined where a thousand are taken. */
export async function freeNumber(
  tx: Queryable,
  place: Place,
  path: string,
  claimed: ReadonlySet<string>,
): Promise<string | undefined> {
  for (let first = 2; first < NUMBERS_MAX; first += AT_ONCE) {
    const names = Array.from({ length: AT_ONCE }, (_, at) => numberedPath(path, first + at));
    const taken = await takenPaths(tx, place, names);
    const folders = await folderPaths(tx, place, names);
    const free = names.find((name) => !taken.has(name) && !folders.has(name) && !claimed.has(name));
    if (free !== undefined) return free;
  }
  return undefined;
}

/**
 * Returns the paths at which things can be, by their keys: those that are free, and with `isNumbered` others for those
 * that are not. Nothing can be in a document. A document cannot be where a folder is, while folders may be merged.
 */
export async function freePaths(
  tx: Queryable,
  place: Place,
  wanted: readonly Wanted[],
  isNumbered: boolean,
  { ofFolders = false } = {},
): Promise<Map<string, string>> {
  const paths = wanted.map(({ to }) => to);
  const above = new Set(paths.flatMap(foldersAround));
  const taken = await takenPaths(tx, place, [...paths, ...above]);
  const folders = ofFolders ? new Set<string>() : await folderPaths(tx, place, paths);
  const claimed = new Set<string>();
  const free = new Map<string, string>();
  for (const { key, to } of wanted) {
    if (foldersAround(to).some((folder) => taken.has(folder))) continue;
    const isFree = !taken.has(to) && !folders.has(to) && !claimed.has(to);
    const path = isFree ? to : isNumbered ? await freeNumber(tx, place, to, claimed) : undefined;
    if (path === undefined) continue;
    claimed.add(path);
    free.set(key, path);
  }
  return free;
}
