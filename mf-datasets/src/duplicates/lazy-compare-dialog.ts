import { lazyScreen } from '@carrel/shared/ui/signed-in';

/** What differs between two documents, whose code is loaded when two are compared. */
export const LazyCompareDialog = lazyScreen({
  load: () => import(/* webpackChunkName: "compare" */ './compare-dialog.tsx'),
  screen: ({ CompareDialog }) => CompareDialog,
});
