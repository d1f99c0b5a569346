import { laterComponent } from '../../parts/later-component.tsx';
import { UnfinishedPlaceholder } from './unfinished-placeholder.tsx';

/** The unfinished uploads of an archive page, whose code is loaded after the first paint. */
export const LaterUnfinishedUploads = laterComponent({
  request: async () =>
    (await import(/* webpackChunkName: "unfinished" */ './unfinished-uploads.tsx'))
      .UnfinishedUploads,
  waiting: <UnfinishedPlaceholder />,
  isOptional: true,
});
