import { lazyScreen } from '@carrel/shared/ui/signed-in';

/** The dialog that adds files to a folder, whose code is loaded when it is opened. */
export const LazyAddFilesDialog = lazyScreen({
  load: () => import(/* webpackChunkName: "add-files" */ './add-files-dialog.tsx'),
  screen: ({ AddFilesDialog }) => AddFilesDialog,
});
