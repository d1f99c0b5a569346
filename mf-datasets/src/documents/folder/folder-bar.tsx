import { consolePaths } from '@carrel/shared/paths';
import { Box, Button, Flex, IconButton } from '@carrel/shared/ui';
import { Breadcrumbs, useIsNarrow } from '@carrel/shared/ui/signed-in';
import { CircleAlert, House } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

import { SHOW_FAILED } from '../../data/failed.queries.ts';
import type { FolderOrder } from '../../data/documents.queries.ts';
import type { Order } from '../list/order-labels.ts';
import type { FolderStep } from '../../parts/use-folder-navigation.ts';
import { NewFolderButton } from '../../parts/move/new-folder-button.tsx';
import { useMayEditDataset } from '../../parts/use-may-edit-dataset.ts';
import { OrderMenu } from './order-menu.tsx';

interface FolderBarProps {
  datasetId: string;
  /** The folder; empty for the root. */
  path: string;
  /** The folders from the root to this one. */
  steps: readonly FolderStep[];
  /** Failed documents of the dataset; undefined while they are not known. */
  failed: number | undefined;
  order: FolderOrder;
  onOrder: (order: Order) => void;
}

/** The path from the root of a dataset to the current folder. */
export function FolderBar({ datasetId, path, steps, failed, order, onOrder }: FolderBarProps) {
  const isNarrow = useIsNarrow();
  const mayEdit = useMayEditDataset();
  return (
    <Flex align="center" gap="2" minHeight="10" mb="2" minWidth="0">
      <IconButton asChild label="Home" variant="secondary" size="sm">
        <RouterLink to={consolePaths.datasetDocuments(datasetId)}>
          <House size={16} aria-hidden />
        </RouterLink>
      </IconButton>
      {steps.length > 0 && (
        <Breadcrumbs
          label="Folders"
          items={steps.map(({ name, path }) => ({
            name,
            to: consolePaths.datasetDocuments(datasetId, path),
          }))}
        />
      )}
      <Box ms="auto" />
      {failed !== undefined && failed > 0 && (
        <Button asChild size="sm">
          <RouterLink to={{ search: SHOW_FAILED }}>
            <CircleAlert size={14} aria-hidden />
            {`Failed ${failed.toLocaleString('en-US')}`}
          </RouterLink>
        </Button>
      )}
      {mayEdit && <NewFolderButton datasetId={datasetId} folder={path} />}
      {isNarrow && <OrderMenu {...order} onChange={onOrder} />}
    </Flex>
  );
}
