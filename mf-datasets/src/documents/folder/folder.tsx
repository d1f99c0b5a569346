import { describeFailure, isApiError, useFirstPage } from '@carrel/shared/api';
import { shownName } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, Button, ErrorState, Flex } from '@carrel/shared/ui';
import { EmptyState } from '@carrel/shared/ui/signed-in';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { FolderOpen, FolderX } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { LazyMoveDialogs } from '../../parts/move/lazy-move-dialogs.ts';
import { useMayEditDataset } from '../../parts/use-may-edit-dataset.ts';
import type { ChosenDocuments } from '../../data/chosen-documents.ts';
import { folderQuery } from '../../data/documents.queries.ts';
import type { FolderOrder, PollingState } from '../../data/documents.queries.ts';
import { ChooseFilesToAdd } from '../../uploads/files/add-files.tsx';
import { AddSampleLibrary } from '../../uploads/sample/add-sample-library.tsx';
import { itemKey } from '../../parts/selection/choosing/item-key.ts';
import { useSelection } from '../../parts/selection/choosing/use-selection.ts';
import { ListFrame } from '../list/list-frame.tsx';
import type { Order } from '../list/order-labels.ts';
import { FolderBar } from './folder-bar.tsx';
import { FolderItems } from './folder-items.tsx';
import { stepsTo, useFolderNavigation } from '../../parts/use-folder-navigation.ts';
import { LazyFolderSelectionBar } from './lazy-selection-bar.ts';
import { FolderSkeleton } from './folder-skeleton.tsx';

interface FolderProps {
  datasetId: string;
  path: string;
  polling: PollingState;
  /** Failed documents of the dataset; undefined while they are not known. */
  failed: number | undefined;
  order: FolderOrder;
  onOrder: (order: Order) => void;
  onAddFiles: () => void;
}

/** One folder of a dataset: its path and its items. Backspace opens the parent. */
export function Folder(props: FolderProps) {
  const { datasetId, path, polling, failed, order, onOrder, onAddFiles } = props;
  const read = folderQuery(useOrganizationId(), datasetId, path, polling, order);
  useFirstPage(read);
  const query = useInfiniteQuery({ ...read, placeholderData: keepPreviousData });
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items), [query.data]);
  const keys = useMemo(() => (items ?? []).flatMap((item) => itemKey(item) ?? []), [items]);
  const selection = useSelection(path, keys);
  const [sought, setSought] = useState<{ path: string } | null>(null);
  const [moved, setMoved] = useState<{ chosen: ChosenDocuments; to: string } | null>(null);
  const drop = (chosen: ChosenDocuments, to: string) => setMoved({ chosen, to });
  const seek = (path: string) => setSought({ path });
  const { arrival, goUp } = useFolderNavigation(datasetId, path);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' || path === '') return;
    event.preventDefault();
    goUp();
  };

  const steps =
    query.data?.pages[0]?.breadcrumbs.filter((step) => step.path !== '') ?? stepsTo(path);

  const content = (): ReactNode => {
    if (items === undefined) {
      return query.isError ? (
        <FolderFailure datasetId={datasetId} path={path} error={query.error} retry={query} />
      ) : (
        <FolderSkeleton />
      );
    }
    if (items.length === 0) {
      return (
        <EmptyFolder datasetId={path === '' ? datasetId : undefined} onAddFiles={onAddFiles} />
      );
    }
    return (
      <FolderItems
        datasetId={datasetId}
        path={path}
        items={items}
        pages={query}
        selection={selection}
        order={{
          ...order,
          // By name is how a folder is by itself.
          onChange: (next) =>
            onOrder(next.sort === 'name' && next.order === 'asc' ? { ...next, sort: null } : next),
        }}
        total={query.data?.pages[0]?.total ?? undefined}
        sought={sought}
        onSeek={seek}
        onDropItems={drop}
      />
    );
  };

  return (
    <ListFrame
      label="Files"
      busy={query.isPlaceholderData}
      selection={selection}
      takesFocus={arrival !== null}
      onKey={handleKey}
      renderActions={(clear) =>
        items !== undefined &&
        items.length > 0 && (
          <LazyFolderSelectionBar
            datasetId={datasetId}
            path={path}
            items={items}
            selection={selection}
            onClear={clear}
            onRenamed={seek}
          />
        )
      }
    >
      <FolderBar
        datasetId={datasetId}
        path={path}
        steps={steps}
        failed={failed}
        order={order}
        onOrder={onOrder}
        onDropItems={drop}
      />
      {content()}
      {moved !== null && (
        <LazyMoveDialogs
          dialog="move"
          datasetId={datasetId}
          {...moved}
          onClose={() => setMoved(null)}
          onDone={() => {
            setMoved(null);
            selection.clear();
          }}
        />
      )}
    </ListFrame>
  );
}

interface EmptyFolderProps extends Pick<FolderProps, 'onAddFiles'> {
  datasetId: string | undefined;
}

/** An empty dataset, where it is given, offers those who may fill it something to begin with. */
function EmptyFolder({ datasetId, onAddFiles }: EmptyFolderProps) {
  const mayEdit = useMayEditDataset();
  const offers = mayEdit && datasetId !== undefined;
  return (
    <EmptyState
      icon={<FolderOpen />}
      title="No Items"
      description={
        <>
          <Box as="span" display="block">
            This folder is empty.
          </Box>
          {offers && (
            <Box as="span" display="block">
              Drop files and folders anywhere on this page to add them.
            </Box>
          )}
        </>
      }
      action={
        offers ? (
          <Flex wrap="wrap" justify="center" gap="2">
            <ChooseFilesToAdd onOpen={onAddFiles} />
            <AddSampleLibrary datasetId={datasetId} />
          </Flex>
        ) : undefined
      }
    />
  );
}

interface FolderFailureProps {
  datasetId: string;
  path: string;
  error: unknown;
  retry: { refetch: () => unknown; isFetching: boolean };
}

function FolderFailure({ datasetId, path, error, retry }: FolderFailureProps) {
  if (isApiError(error) && error.status === 404) {
    const home = path === '' ? consolePaths.datasets() : consolePaths.datasetDocuments(datasetId);
    return (
      <EmptyState
        icon={<FolderX />}
        title={path === '' ? 'Dataset not found' : 'Folder not found'}
        description={
          path === ''
            ? 'It may have been deleted.'
            : `There is no folder "${shownName(path)}" in this dataset.`
        }
        action={
          <Button asChild variant="secondary">
            <RouterLink to={home}>
              {path === '' ? 'Back to datasets' : 'Go to the top folder'}
            </RouterLink>
          </Button>
        }
      />
    );
  }
  return (
    <ErrorState
      title="Failed to fetch navigation"
      {...describeFailure(error)}
      retryLabel="Retry"
      retrying={retry.isFetching}
      onRetry={() => void retry.refetch()}
    />
  );
}
