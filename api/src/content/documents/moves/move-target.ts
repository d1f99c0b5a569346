import type { PlanMoveInput } from '@carrel/shared/contract';
import { isJunk, namedPath } from '@carrel/shared/contract/archive-rules';

import type { Queryable } from '../../../platform/database/database.ts';
import { conflict, invalid } from '../../../platform/http/problems.ts';
import { foldersAround, splitPath } from '../../../processing/rows/document-path.ts';
import { usedPaths } from '../../../processing/jobs/move/free-paths.ts';

interface Place {
  organizationId: string;
  datasetId: string;
}

/** Where the selection of a request goes. */
export interface MoveTarget {
  /** The folder; empty for the dataset itself. */
  to: string;
  /** Of the one document that is renamed. */
  name: string | undefined;
  /** The selected folders, and where each is afterwards. */
  folders: ReadonlyMap<string, string>;
  /** Whether everything is selected, with its folders. */
  isAll: boolean;
  ids: ReadonlySet<string>;
}

export const joinPath = (folder: string, name: string): string =>
  folder === '' ? name : `${folder}/${name}`;

/** Whether a path is in a folder, at any depth. */
export const isWithin = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

/**
 * Returns the path of a folder as documents have it. @throws {Problem} 422 for one that no document may have.
 * @param field the field of the request
 */
export function readFolder(text: string, field: string): string {
  if (text === '') return '';
  const found = namedPath(text);
  if ('fault' in found) throw invalid([{ path: field, message: `The folder ${found.fault}.` }]);
  if (found.path === '' || isJunk(`${found.path}/`)) {
    throw invalid([{ path: field, message: 'The path names no folder.' }]);
  }
  return found.path;
}

/** @throws {Problem} 422 where the selection cannot go there, whatever there is. */
export function readTarget({ to: text, ...selection }: PlanMoveInput): MoveTarget {
  const typed = 'name' in selection ? selection.name : undefined;
  const to = readFolder(text, 'to');
  const selected =
    'folder' in selection
      ? [selection.folder]
      : 'folders' in selection
        ? (selection.folders ?? [])
        : [];
  const ids = new Set(
    ('document_ids' in selection ? selection.document_ids : undefined)?.map((id) =>
      id.toLowerCase(),
    ),
  );
  const name = typed === undefined ? undefined : readName(to, typed);
  const folders = new Map<string, string>();
  for (const each of selected) {
    const folder = each.normalize('NFC');
    const target = joinPath(to, name ?? splitPath(folder).name);
    if (isWithin(target, folder)) {
      throw invalid([{ path: 'to', message: 'A folder cannot be moved into itself.' }]);
    }
    folders.set(folder, target);
  }
  return { to, name, folders, isAll: 'all' in selection, ids };
}

function readName(to: string, typed: string): string {
  const found = namedPath(joinPath(to, typed));
  if ('fault' in found) throw invalid([{ path: 'name', message: `The name ${found.fault}.` }]);
  const { folder, name } = splitPath(found.path);
  if (folder !== to || name === '' || isJunk(found.path)) {
    throw invalid([{ path: 'name', message: 'The name is not one that a document may have.' }]);
  }
  return name;
}

/** Returns where a document goes; undefined for one that stays, as it is in the folder. */
export function targetOf(
  { to, name, folders, isAll }: MoveTarget,
  path: string,
): string | undefined {
  const folder = folderOf(folders, path);
  if (folder !== undefined) return `${folders.get(folder) ?? ''}${path.slice(folder.length)}`;
  if (isAll) return to === '' || isWithin(path, to) ? undefined : joinPath(to, path);
  return joinPath(to, name ?? splitPath(path).name);
}

/** The outermost of the selected folders that a path is in. */
export function folderOf(folders: ReadonlyMap<string, string>, path: string): string | undefined {
  return foldersAround(path).find((folder) => folders.has(folder));
}

/** @throws {Problem} 409 where a document has the path of a folder that is to be there. */
export async function requireFolders(
  tx: Queryable,
  place: Place,
  { to, folders }: Pick<MoveTarget, 'to' | 'folders'>,
): Promise<void> {
  const paths = [...(to === '' ? [] : [...foldersAround(to), to]), ...folders.values()];
  const taken = await usedPaths(tx, place, { documents: paths });
  const document = paths.find((path) => taken.documents.has(path));
  if (document !== undefined) {
    throw conflict(`A document has the path ${document}. Nothing can be put into it.`);
  }
}

/** Whether one of the selected folders is there already where it goes. */
export async function areMerged(
  tx: Queryable,
  place: Place,
  { folders }: MoveTarget,
): Promise<boolean> {
  const moved = [...folders].filter(([from, to]) => from !== to).map(([, to]) => to);
  return (await usedPaths(tx, place, { folders: moved })).folders.size > 0;
}
