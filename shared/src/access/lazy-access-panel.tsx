import { Skeleton, lazyScreen } from '@carrel/shared/ui/signed-in';

/** Who may see a dataset or workspace, whose code the other parts of its screen do not need. */
export const LazyAccessPanel = lazyScreen({
  load: () => import(/* webpackChunkName: "access" */ './access-panel.tsx'),
  screen: ({ AccessPanel }) => AccessPanel,
  waiting: <Skeleton height="13rem" />,
  failure: 'The access could not be loaded',
});
