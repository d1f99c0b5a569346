import { consoleRoutes } from '@carrel/shared/paths';
import { covers } from '@carrel/shared/releases';

/** The screens of an organization that its guests see. Those of other remotes are for members. */
const OPEN_TO_GUESTS = [
  consoleRoutes.workspaces,
  consoleRoutes.workspaceManage,
  consoleRoutes.workspaceSearch,
  consoleRoutes.workspaceAsk,
  // What a guest may read of it is decided by the dataset.
  consoleRoutes.document,
];

/** Returns whether guests of an organization may open the screen at a path. */
export const isOpenToGuests = (pathname: string): boolean =>
  OPEN_TO_GUESTS.some((path) => covers(path, pathname));
