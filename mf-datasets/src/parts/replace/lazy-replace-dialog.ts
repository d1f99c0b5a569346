import { lazyScreen } from '@carrel/shared/ui/signed-in';

/** The dialog that replaces a document, whose code is loaded with the first file. */
export const LazyReplaceDialog = lazyScreen({
  load: () => import(/* webpackChunkName: "replace" */ './replace-dialog.tsx'),
  screen: ({ ReplaceDialog }) => ReplaceDialog,
});
