import type { DocumentSelection, PlanMoveInput, TakenRule } from '@carrel/shared/contract';

import type { ChosenDocuments } from '../chosen-documents.ts';

/** Returns the name of a document or folder, and the folder that it is in; empty for the dataset itself. */
export function splitPath(path: string): { folder: string; name: string } {
  const end = path.lastIndexOf('/');
  return { folder: end === -1 ? '' : path.slice(0, end), name: path.slice(end + 1) };
}

/**
 * Returns the requests that move documents into a folder, as few as possible. Undefined where that cannot be
 * requested: all that is in one folder cannot go to the dataset itself, as the request moves the folder then.
 */
export function moveInputs(
  { selections }: Pick<ChosenDocuments, 'selections'>,
  to: string,
  taken: TakenRule,
): PlanMoveInput[] | undefined {
  const inputs: PlanMoveInput[] = [];
  for (const selection of together(selections)) {
    if (!('folder' in selection)) inputs.push({ ...selection, to, taken });
    else if (to === '') return undefined;
    else {
      // All that is in a folder is moved by renaming that to where it goes.
      const { folder, name } = splitPath(to);
      inputs.push({ folder: selection.folder, to: folder, name, taken });
    }
  }
  return inputs;
}

/** Joins a request for documents with one for folders, so that most moves are one. */
function together(selections: readonly DocumentSelection[]): DocumentSelection[] {
  const [documents, folders, ...more] = selections;
  if (documents === undefined || folders === undefined || more.length > 0) return [...selections];
  const isPair = 'document_ids' in documents && !('folders' in documents) && 'folders' in folders;
  return isPair
    ? [{ folders: folders.folders, document_ids: documents.document_ids }]
    : [...selections];
}

/** Returns the request that gives the only document or folder of these another name. */
export function renameInput(
  { selections, path }: Pick<ChosenDocuments, 'selections' | 'path'>,
  name: string,
): PlanMoveInput | undefined {
  const [selection] = selections;
  if (path === undefined || selection === undefined) return undefined;
  const to = splitPath(path).folder;
  if ('folders' in selection) return { folder: path, to, name };
  const [id] = ('document_ids' in selection ? selection.document_ids : undefined) ?? [];
  return id === undefined ? undefined : { document_ids: [id], to, name };
}
