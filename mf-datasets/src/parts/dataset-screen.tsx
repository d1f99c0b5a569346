import { LazyKeptScreen } from '@carrel/shared/access';
import { consolePaths } from '@carrel/shared/paths';
import { usePage } from '@carrel/shared/shell';
import { Flex, Text, VisuallyHidden } from '@carrel/shared/ui';
import type { ReactNode } from 'react';

import { useDataset } from '../data/use-dataset.ts';
import { DatasetNotFound } from './dataset-not-found.tsx';
import { DatasetTabs } from './dataset-tabs.tsx';
import type { DatasetTabsProps } from './dataset-tabs.tsx';

interface DatasetScreenProps extends DatasetTabsProps {
  /** The name of the screen. */
  title: string;
  /** The error of the screen's own read of the dataset. */
  error?: unknown;
  /** Buttons beside the dataset's name. */
  actions?: ReactNode;
  /** What is below the tabs. */
  children: ReactNode;
}

/** A screen of a dataset: the dataset's name, and the tabs of its screens. */
export function DatasetScreen(props: DatasetScreenProps) {
  const { datasetId, shown, title, error, actions, children } = props;
  const { dataset, isMissing } = useDataset(datasetId, error);
  usePage({
    title,
    breadcrumbs: [
      { name: 'Datasets', to: consolePaths.datasets() },
      // Shown together with the name, which would move what is right of it.
      ...(dataset === undefined
        ? [{ name: 'Dataset' }]
        : [{ name: dataset.name, to: consolePaths.datasetDocuments(datasetId) }, { name: title }]),
    ],
  });

  const isKept = dataset?.role === 'Keeper' && shown !== 'settings';
  if (isMissing) return <DatasetNotFound title={title} datasetId={datasetId} />;
  return (
    <>
      <Flex as="header" wrap="wrap" align="flex-start" gap="4" mb="6">
        <Text
          flex="1 1 8rem"
          minWidth="0"
          fontSize="xl"
          fontWeight="semibold"
          lineHeight="1.6"
          letterSpacing="-0.011em"
          overflowWrap="anywhere"
        >
          {/* A space keeps the line's height while the name is loaded. */}
          {dataset?.name ?? '\u00a0'}
        </Text>
        {/* The tab says it where it is seen. */}
        <VisuallyHidden as="h1">{title}</VisuallyHidden>
        {actions !== undefined && !isKept && (
          <Flex wrap="wrap" gap="2">
            {actions}
          </Flex>
        )}
      </Flex>
      <DatasetTabs datasetId={datasetId} shown={shown} />
      {isKept ? <LazyKeptScreen object={{ kind: 'dataset', id: datasetId }} /> : children}
    </>
  );
}
