import { consolePaths } from '@carrel/shared/paths';
import { Box, Button, Flex, IconButton } from '@carrel/shared/ui';
import { Breadcrumbs, useIsNarrow } from '@carrel/shared/ui/signed-in';
import { CircleAlert, House } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

import { SHOW_FAILED } from '../../data/failed.queries.ts';
import type { ChosenDocuments } from '../../data/chosen-documents.ts';
import type { FolderOrder } from '../../data/documents.queries.ts';
import type { Order } from '../list/order-labels.ts';
import type { FolderStep } from '../../parts/use-folder-navigation.ts';
import { dropHandlers } from '../../parts/move/item-drag.ts';
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
  /** Items were dropped on a folder of the path. */
  onDropItems: (chosen: ChosenDocuments, to: string) => void;
}

/** The path from the root of a dataset to the current folder. */
export function FolderBar(props: FolderBarProps) {
  const { datasetId, path, steps, failed, order, onOrder, onDropItems } = props;
  const isNarrow = useIsNarrow();
  const mayEdit = useMayEditDataset();
  const drops = dropHandlers(
    (target) => folderOfLink(datasetId, ['', ...steps.map((step) => step.path)], target),
    onDropItems,
  );
  return (
    <Flex
      align="center"
      gap="2"
      wrap={isNarrow ? 'wrap' : 'nowrap'}
      minHeight="10"
      mb="2"
      minWidth="0"
      css={{ '& [data-drop]': { bg: 'accent.subtle', outline: '2px solid {colors.accent}' } }}
      {...(mayEdit && drops)}
    >
      <IconButton asChild label="Home" variant="secondary" size="sm">
        <RouterLink to={consolePaths.datasetDocuments(datasetId)}>
          <House size={16} aria-hidden />
        </RouterLink>
      </IconButton>
      {steps.length > 0 && (
        <Box minWidth="0" {...(isNarrow && { order: 1, flexBasis: 'full' })}>
          <Breadcrumbs
            label="Folders"
            items={steps.map(({ name, path }) => ({
              name,
              to: consolePaths.datasetDocuments(datasetId, path),
            }))}
          />
        </Box>
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

/** Returns the folder that a link of the path leads to. */
function folderOfLink(datasetId: string, folders: readonly string[], target: Element) {
  const element = target.closest('a');
  const folder = folders.find(
    (path) => element?.getAttribute('href') === consolePaths.datasetDocuments(datasetId, path),
  );
  return element === null || folder === undefined ? undefined : { element, folder };
}
