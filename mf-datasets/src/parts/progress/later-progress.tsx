import { laterComponent } from '../later-component.tsx';

export const loadProgressParts = () =>
  import(/* webpackChunkName: "progress" */ './progress-parts.ts');

export const LaterArchiveProgress = laterComponent({
  request: async () => (await loadProgressParts()).ArchiveProgressLine,
  waiting: null,
  isOptional: true,
});

export const LaterDatasetProgress = laterComponent({
  request: async () => (await loadProgressParts()).DatasetProgressLine,
  waiting: null,
  isOptional: true,
});

export const LaterCancelDialog = laterComponent({
  request: async () => (await loadProgressParts()).CancelArchiveDialog,
  waiting: null,
});
