import { lazyScreen } from '@carrel/shared/ui/signed-in';

const load = () => import(/* webpackChunkName: "chunk-changes" */ './chunk-changes.ts');

/** Changing chunks by hand: its code is loaded with the first change, or the list of them. */
export const LazyEditChunkDialog = lazyScreen({
  load,
  screen: ({ EditChunkDialog }) => EditChunkDialog,
});
export const LazySplitChunkDialog = lazyScreen({
  load,
  screen: ({ SplitChunkDialog }) => SplitChunkDialog,
});
export const LazyChangeList = lazyScreen({ load, screen: ({ ChangeList }) => ChangeList });
