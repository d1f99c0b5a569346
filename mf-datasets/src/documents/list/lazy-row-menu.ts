import { lazyScreen } from '@carrel/shared/ui/signed-in';

/** The menu of a row, whose code is loaded with that of the selection. */
export const LazyRowMenu = lazyScreen({
  load: () => import(/* webpackChunkName: "selection" */ './row-menu.tsx'),
  screen: ({ RowMenu }) => RowMenu,
});
