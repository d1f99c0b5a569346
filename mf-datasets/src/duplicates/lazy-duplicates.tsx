import { Skeleton, lazyScreen } from '@carrel/shared/ui/signed-in';

/** The duplicates of a dataset, whose code the other screens do not need. */
export const LazyDuplicates = lazyScreen({
  load: () => import(/* webpackChunkName: "duplicates" */ './duplicates.tsx'),
  screen: ({ Duplicates }) => Duplicates,
  waiting: <Skeleton height="13rem" />,
  failure: 'This screen could not be loaded',
});
