import { lazyScreen } from '@carrel/shared/ui/signed-in';

/** The actions on chosen documents, whose code is loaded when the first one is chosen. */
export const LazyFolderSelectionBar = lazyScreen({
  load: () => import(/* webpackChunkName: "selection" */ './folder-selection-bar.tsx'),
  screen: ({ FolderSelectionBar }) => FolderSelectionBar,
});
