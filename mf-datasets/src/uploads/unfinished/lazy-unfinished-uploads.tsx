import { lazyScreen } from '@carrel/shared/ui/signed-in';

import { UnfinishedPlaceholder } from './unfinished-placeholder.tsx';

/** The unfinished uploads of an archive page, whose code is loaded after the first paint. */
export const LazyUnfinishedUploads = lazyScreen({
  load: () => import(/* webpackChunkName: "unfinished" */ './unfinished-uploads.tsx'),
  screen: ({ UnfinishedUploads }) => UnfinishedUploads,
  waiting: <UnfinishedPlaceholder />,
  failure: null,
});
