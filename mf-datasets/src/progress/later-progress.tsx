import { laterComponent } from '../later/later-component.tsx';
import { ProgressLine } from './progress-line.tsx';

const load = () => import(/* webpackChunkName: "progress" */ './progress-parts.ts');

export const LaterArchiveProgress = laterComponent({
  request: async () => (await load()).ArchiveProgressLine,
  waiting: <ProgressLine />,
  isOptional: true,
});

export const LaterDatasetProgress = laterComponent({
  request: async () => (await load()).DatasetProgressLine,
  waiting: null,
  isOptional: true,
});

export const LaterCancelDialog = laterComponent({
  request: async () => (await load()).CancelArchiveDialog,
  waiting: null,
});
