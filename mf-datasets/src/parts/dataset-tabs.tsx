import { consolePaths } from '@carrel/shared/paths';
import { LazySearchScreen } from '@carrel/shared/search';
import { LinkTabs } from '@carrel/shared/ui/signed-in';

const SCREENS = {
  documents: { label: 'Documents', path: consolePaths.datasetDocuments, preload: undefined },
  search: {
    label: 'Search',
    path: consolePaths.datasetSearch,
    preload: () => LazySearchScreen.preload(),
  },
  uploads: { label: 'Uploads', path: consolePaths.datasetArchives, preload: undefined },
  settings: { label: 'Settings', path: consolePaths.datasetSettings, preload: undefined },
};

export interface DatasetTabsProps {
  datasetId: string;
  shown: keyof typeof SCREENS;
}

/** The screens of a dataset, the same on each of them. */
export function DatasetTabs({ datasetId, shown }: DatasetTabsProps) {
  return (
    <LinkTabs
      label="Dataset"
      tabs={Object.values(SCREENS).map(({ label, path, preload }) => ({
        to: path(datasetId),
        label,
        preload,
      }))}
      current={SCREENS[shown].path(datasetId)}
    />
  );
}
