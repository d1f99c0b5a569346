import { lazyScreen } from '@carrel/shared/ui/signed-in';

import { FolderSkeleton } from '../folder/folder-skeleton.tsx';

const load = () => import(/* webpackChunkName: "find" */ './find-screen.ts');

export const LazyFoundDocuments = lazyScreen({
  load,
  screen: ({ FoundDocuments }) => FoundDocuments,
  waiting: <FolderSkeleton />,
});

export const LazyFiltersPanel = lazyScreen({ load, screen: ({ FiltersPanel }) => FiltersPanel });
