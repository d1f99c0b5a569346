import { Skeleton, lazyScreen } from '@carrel/shared/ui/signed-in';

/** In place of what is in a dataset or workspace that the user only keeps: few organizations have any. */
export const LazyKeptScreen = lazyScreen({
  load: () => import(/* webpackChunkName: "access" */ './kept-screen.tsx'),
  screen: ({ KeptScreen }) => KeptScreen,
  waiting: <Skeleton height="13rem" />,
  failure: 'This screen could not be loaded',
});
