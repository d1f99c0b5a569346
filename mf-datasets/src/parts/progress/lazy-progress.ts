import { lazyScreen } from '@carrel/shared/ui/signed-in';

export const loadProgressParts = () =>
  import(/* webpackChunkName: "progress" */ './progress-parts.ts');

export const LazyArchiveProgress = lazyScreen({
  load: loadProgressParts,
  screen: ({ ArchiveProgressLine }) => ArchiveProgressLine,
  failure: null,
});

export const LazyDatasetProgress = lazyScreen({
  load: loadProgressParts,
  screen: ({ DatasetProgressLine }) => DatasetProgressLine,
  failure: null,
});

export const LazyDatasetWork = lazyScreen({
  load: loadProgressParts,
  screen: ({ DatasetWork }) => DatasetWork,
  failure: null,
});
