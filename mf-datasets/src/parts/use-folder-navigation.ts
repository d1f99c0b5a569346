import { shownName } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** How a folder was reached from another one; stored in the history. */
interface FolderArrival {
  /** The item to focus; null for the first. */
  item: string | null;
}

/** The history state of a link into a folder: its first item is focused. */
export const ONTO_FIRST_ITEM = { folderItem: null };

function arrivalOf(state: unknown): FolderArrival | null {
  if (typeof state !== 'object' || state === null || !('folderItem' in state)) return null;
  return { item: typeof state.folderItem === 'string' ? state.folderItem : null };
}

/** Returns how to navigate between the folders of a dataset, with the focus. */
export function useFolderNavigation(datasetId: string, path: string) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const open = useCallback(
    (to: string, item: string | null) =>
      void navigate(consolePaths.datasetDocuments(datasetId, to), { state: { folderItem: item } }),
    [navigate, datasetId],
  );
  return {
    /** Null when the folder was reached by its address or by a link. */
    arrival: arrivalOf(state),
    openFolder: useCallback((folder: string) => open(folder, null), [open]),
    /** Opens the parent folder and focuses this one. */
    goUp: () => open(folderAbove(path), path),
  };
}

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
