import { consolePaths } from '@carrel/shared/paths';
import { LazySearchScreen } from '@carrel/shared/search';
import { LinkTabs } from '@carrel/shared/ui/signed-in';

import { useMayManageDataset } from './use-may-manage-dataset.ts';

const SCREENS = {
  documents: { label: 'Documents', path: consolePaths.datasetDocuments, preload: undefined },
  search: {
    label: 'Search',
    path: consolePaths.datasetSearch,
    preload: () => LazySearchScreen.preload(),
  },
  uploads: { label: 'Uploads', path: consolePaths.datasetArchives, preload: undefined },
  sources: { label: 'Sources', path: consolePaths.datasetSources, preload: undefined },
  settings: { label: 'Settings', path: consolePaths.datasetSettings, preload: undefined },
};

export interface DatasetTabsProps {
  datasetId: string;
  shown: keyof typeof SCREENS;
}

/** The screens of a dataset, the same on each of them. Its sources are those of who manages it. */
export function DatasetTabs({ datasetId, shown }: DatasetTabsProps) {
  const mayManage = useMayManageDataset(datasetId);
  const tabs = Object.values(SCREENS).filter(
    (screen) => screen !== SCREENS.sources || mayManage || shown === 'sources',
  );
  return (
    <LinkTabs
      label="Dataset"
      tabs={tabs.map(({ label, path, preload }) => ({ to: path(datasetId), label, preload }))}
      current={SCREENS[shown].path(datasetId)}
    />
  );
}
