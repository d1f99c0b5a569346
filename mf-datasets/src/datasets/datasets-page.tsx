import { describeFailure } from '@carrel/shared/api';
import type { Dataset } from '@carrel/shared/contract';
import { useIntent, useOrganizationId, usePage } from '@carrel/shared/shell';
import { Button, ErrorState } from '@carrel/shared/ui';
import { EmptyState, PageHeader } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { Database, Plus } from 'lucide-react';
import { useCallback, useState } from 'react';

import { DatasetFormDialog } from './form/dataset-form-dialog.tsx';
import { DatasetList } from './dataset-list.tsx';
import { datasetsQuery } from './datasets.queries.ts';
import { DeleteDatasetDialog } from './delete-dataset-dialog.tsx';
import { NewDatasetNotice } from './new-dataset-notice.tsx';
import type { NewDataset } from './new-dataset-notice.tsx';

interface Dialogs {
  open: 'form' | 'delete' | null;
  /** What the dialog is about; a closing dialog keeps it. None: a new dataset. */
  dataset: Dataset | undefined;
  /** Counts the openings: each starts with a fresh form. */
  opening: number;
}

/** /datasets: the organization's datasets. */
export function DatasetsPage() {
  usePage({ title: 'Datasets', breadcrumbs: [{ name: 'Datasets' }] });
  const query = useQuery(datasetsQuery(useOrganizationId()));
  const [created, setCreated] = useState<NewDataset | null>(null);
  const [dialogs, setDialogs] = useState<Dialogs>({ open: null, dataset: undefined, opening: 0 });

  const show = useCallback(
    (open: 'form' | 'delete', dataset?: Dataset) =>
      setDialogs(({ opening }) => ({ open, dataset, opening: opening + 1 })),
    [],
  );
  const edit = useCallback((dataset: Dataset) => show('form', dataset), [show]);
  const askToDelete = useCallback((dataset: Dataset) => show('delete', dataset), [show]);
  useIntent('create', () => show('form'));
  const close = () => setDialogs((dialogs) => ({ ...dialogs, open: null }));

  const createButton = (
    <Button variant="primary" onClick={() => show('form')}>
      <Plus size={16} aria-hidden />
      Create Dataset
    </Button>
  );
  const isEmpty = query.data?.length === 0;

  return (
    <>
      <PageHeader
        title="Datasets"
        description="Knowledge bases of documents, filled by uploading archives"
        actions={isEmpty ? undefined : createButton}
      />
      {created !== null && (
        <NewDatasetNotice dataset={created} onDismiss={() => setCreated(null)} />
      )}
      {query.data === undefined && query.isError ? (
        <ErrorState
          title="Failed to load datasets. Please try again."
          {...describeFailure(query.error)}
          retryLabel="Try again"
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : isEmpty ? (
        <EmptyState
          icon={<Database />}
          title="No datasets found"
          description="A dataset holds the documents that your searches draw on."
          action={createButton}
        />
      ) : (
        <DatasetList datasets={query.data} onEdit={edit} onDelete={askToDelete} />
      )}
      <DatasetFormDialog
        key={`form-${dialogs.opening}`}
        open={dialogs.open === 'form'}
        dataset={dialogs.dataset}
        onClose={close}
        onCreated={setCreated}
      />
      <DeleteDatasetDialog
        key={`delete-${dialogs.opening}`}
        open={dialogs.open === 'delete'}
        dataset={dialogs.dataset}
        onClose={close}
        onDeleted={(id) => setCreated((created) => (created?.id === id ? null : created))}
      />
    </>
  );
}
