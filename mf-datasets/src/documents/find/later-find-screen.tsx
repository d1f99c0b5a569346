import { FolderSkeleton } from '../folder/folder-skeleton.tsx';
import { laterComponent } from '../../parts/later-component.tsx';

const load = () => import(/* webpackChunkName: "find" */ './find-screen.ts');

export const LaterFoundDocuments = laterComponent({
  request: async () => (await load()).FoundDocuments,
  waiting: <FolderSkeleton />,
});

export const LaterFiltersPanel = laterComponent({
  request: async () => (await load()).FiltersPanel,
  waiting: null,
});
