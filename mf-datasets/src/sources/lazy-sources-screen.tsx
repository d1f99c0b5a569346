import { Skeleton, lazyScreen } from '@carrel/shared/ui/signed-in';

/** The sources of a dataset, whose code and contract the other screens do not need. */
export const LazySourcesScreen = lazyScreen({
  load: () => import(/* webpackChunkName: "sources" */ './sources-screen.tsx'),
  screen: ({ SourcesScreen }) => SourcesScreen,
  waiting: <Skeleton height="13rem" />,
  failure: 'This screen could not be loaded',
});
