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

/** Paths that documents have, hidden ones included, and that folders have. */
export interface UsedPaths {
  documents: Set<string>;
  folders: Set<string>;
}

/** Returns those of some paths that documents have, and those of others that folders have. */
export async function usedPaths(
  tx: Queryable,
  { organizationId, datasetId }: Place,
  paths: { documents?: readonly string[]; folders?: readonly string[] },
): Promise<UsedPaths> {
  const used: UsedPaths = { documents: new Set(), folders: new Set() };
  const documents = [...new Set(paths.documents)];
  const folders = [...new Set(paths.folders)];
  if (documents.length + folders.length === 0) return used;
  const rows = await tx.query<{ path: string; is_folder: boolean }>(
    `SELECT path, false AS is_folder FROM taken_paths($2, $3::text[]) WHERE is_reachable($2)
     UNION ALL
     SELECT path, true FROM folders WHERE organization_id = $1 AND dataset_id = $2 AND path = ANY ($4::text[])
       AND (unmade_by IS NULL OR document_count > 0)`,
    [organizationId, datasetId, documents, folders],
  );
  for (const { path, is_folder: isFolder } of rows) {
    (isFolder ? used.folders : used.documents).add(path);
  }
  return used;
}

const isUsed = ({ documents, folders }: UsedPaths, path: string): boolean =>
  documents.has(path) || folders.has(path);

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
    const used = await usedPaths(tx, place, { documents: names, folders: names });
    const free = names.find((name) => !isUsed(used, name) && !claimed.has(name));
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
  const used = await usedPaths(tx, place, {
    documents: [...paths, ...above],
    folders: ofFolders ? [] : paths,
  });
  const claimed = new Set<string>();
  const free = new Map<string, string>();
  for (const { key, to } of wanted) {
    if (foldersAround(to).some((folder) => used.documents.has(folder))) continue;
    const isFree = !isUsed(used, to) && !claimed.has(to);
    const path = isFree ? to : isNumbered ? await freeNumber(tx, place, to, claimed) : undefined;
    if (path === undefined) continue;
    claimed.add(path);
    free.set(key, path);
  }
  return free;
}
