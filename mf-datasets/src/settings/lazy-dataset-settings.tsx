import { LazyAccessPanel } from '@carrel/shared/access';
import { Skeleton, lazyScreen } from '@carrel/shared/ui/signed-in';

/** The settings of a dataset, whose code the other screens do not need. */
export const LazyDatasetSettings = lazyScreen({
  load: () => {
    // Beside the settings, of which it is a part.
    LazyAccessPanel.preload();
    return import(/* webpackChunkName: "settings" */ './dataset-settings.tsx');
  },
  screen: ({ DatasetSettings }) => DatasetSettings,
  waiting: <Skeleton height="13rem" />,
  failure: 'This screen could not be loaded',
});
