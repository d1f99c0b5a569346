import { lazyScreen } from '@carrel/shared/ui/signed-in';

import { LatelySkeleton } from './lately-frame.tsx';

/** What happened lately; its code is loaded after the numbers are shown. */
export const LazyLately = lazyScreen({
  load: () => import(/* webpackChunkName: "lately" */ './lately.tsx'),
  screen: ({ Lately }) => Lately,
  waiting: <LatelySkeleton />,
  failure: 'What happened lately could not be loaded',
});
