import { lazyScreen } from '@carrel/shared/ui/signed-in';

/** The dialogs that change where documents and folders are, whose code is loaded with the first one. */
export const LazyMoveDialogs = lazyScreen({
  load: () => import(/* webpackChunkName: "move" */ './move-dialogs.tsx'),
  screen: ({ MoveDialogs }) => MoveDialogs,
});
